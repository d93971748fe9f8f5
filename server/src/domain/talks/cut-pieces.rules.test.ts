import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextPiece } from './cut-pieces.rules.ts';

const SAID = 'Sure, we open at 9.30 on weekdays. On Sundays we are closed! See you soon';

/** All pieces of a text that is whole. */
function cut(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (;;) {
    const next = nextPiece(text, { from, isDone: true, isFirst: from === 0 });
    if (!next) return pieces;
    pieces.push(text.slice(next.from, next.to));
    from = next.to;
  }
}

test('ends at sentences, the first one at its first clause of some length', () => {
  expect(cut(SAID)).toEqual(['Sure, we open at 9.30 on weekdays.', 'On Sundays we are closed!', 'See you soon']);
  expect(cut('Of course we do, every day. Bye.')).toEqual(['Of course we do,', 'every day.', 'Bye.']);
  expect(cut('نعم، نفتح كل يوم في التاسعة. أهلا بك؟ شكرا')).toHaveLength(3);
});

test('waits for what is still being written, and cuts what has no end at a space', () => {
  expect(nextPiece('We open at 9', { from: 0, isDone: false, isFirst: true })).toBeNull();
  expect(nextPiece('We open at 9', { from: 0, isDone: true, isFirst: true })).toEqual({ from: 0, to: 12 });
  const long = 'word '.repeat(100);
  const first = nextPiece(long, { from: 0, isDone: false, isFirst: true });
  expect(first?.to).toBeLessThanOrEqual(200);
  expect(long.charAt(first?.to ?? 0)).toBe(' ');
});

test('loses nothing but space, whatever the text is and however it comes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), fc.array(fc.nat(40)), (text, steps) => {
      const pieces: string[] = [];
      let [from, there] = [0, 0];
      for (const step of [...steps, text.length]) {
        there = Math.min(text.length, there + step);
        const isDone = there === text.length;
        for (;;) {
          const next = nextPiece(text.slice(0, there), { from, isDone, isFirst: from === 0 });
          if (!next) break;
          expect(next.to).toBeGreaterThan(next.from);
          pieces.push(text.slice(from, next.to));
          from = next.to;
        }
      }
      expect(pieces.join('') + text.slice(from)).toBe(text);
      expect(text.slice(from).trim()).toBe('');
    }),
  );
});
