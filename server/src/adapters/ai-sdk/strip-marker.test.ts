import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeMarkerStripper } from './strip-marker.ts';

function strip(pieces: string[]) {
  const stripper = makeMarkerStripper();
  const text = pieces.map((piece) => stripper.push(piece)).join('') + stripper.end();
  return { text, isUnknown: stripper.isUnknown };
}

describe('the unknown marker', () => {
  test.each<[string[], string, boolean]>([
    [['[[unknown]] I do not know.'], 'I do not know.', true],
    [['  [[Unknown]]\n\nI do not know.'], 'I do not know.', true],
    [['I do not know. [[unknown]]'], 'I do not know. ', true],
    [['[[unknown]]'], '', true],
    [['[[unknow', 'n'], '[[unknown', false],
    [['[', '[1', ']] and [2]'], '[[1]] and [2]', false],
    [['See [1]', '[2].'], 'See [1][2].', false],
  ])('%j', (pieces, text, isUnknown) => {
    expect(strip(pieces)).toEqual({ text, isUnknown });
  });

  test('is found wherever the stream cuts it', async () => {
    const answer = '[[unknown]] I cannot say [[that]] here [1].';
    await fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: answer.length })), (cuts) => {
        const points = [0, ...cuts.toSorted((a, b) => a - b), answer.length];
        const pieces = points.slice(1).map((end, index) => answer.slice(points[index], end));
        expect(strip(pieces)).toEqual({ text: 'I cannot say [[that]] here [1].', isUnknown: true });
      }),
    );
  });

  test('costs no other text', async () => {
    const piece = fc.string({ unit: fc.constantFrom('[', ']', 'u', 'n', ' ', 'k', 'ä') });
    await fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const whole = pieces.join('');
        fc.pre(!whole.toLowerCase().includes('[[unknown]]'));
        expect(strip(pieces).text).toBe(whole.trimStart());
      }),
    );
  });
});
