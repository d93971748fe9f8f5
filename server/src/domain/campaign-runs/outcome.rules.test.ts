import { expect, test } from 'vitest';
import { openingOf } from './opening.rules.ts';
import { afterTry } from './outcome.rules.ts';

const now = new Date('2026-11-30T12:00:00Z');
const after = (outcome: Parameters<typeof afterTry>[0], tries: number, isTold = false) => {
  const { state, nextAt, tries: left } = afterTry(outcome, { tries, isTold, now });
  return [state, (nextAt.getTime() - now.getTime()) / 3_600_000, left];
};

test.each([
  ['no_answer', 1, ['waiting', 4, 1]],
  ['no_answer', 2, ['waiting', 4, 2]],
  ['no_answer', 3, ['unanswered', 0, 3]],
  ['machine', 1, ['waiting', 4, 1]],
  ['machine', 3, ['machine', 0, 3]],
  ['reached', 1, ['reached', 0, 1]],
  ['failed', 1, ['failed', 0, 1]],
  ['opted_out', 1, ['opted_out', 0, 1]],
  ['unknown', 1, ['unsure', 0, 1]],
  // The try is given back, but not that they were one of those who were called.
  ['not_made', 1, ['waiting', 1 / 60, 1]],
  ['not_made', 2, ['waiting', 1 / 60, 1]],
] as const)('%s at try %i', (outcome, tries, expected) => {
  expect(after(outcome, tries)).toEqual(expected);
});

test('a machine that heard the message is not called again', () => {
  expect(after('machine', 1, true)).toEqual(['machine', 0, 1]);
});

test('whoever is called hears the way out, in their language as near as there is', () => {
  expect(openingOf('Hello.', 'en-US')).toBe(
    'Hello. If you do not want to be called again, say "stop calling" or press 9.',
  );
  expect(openingOf('Hallo.', 'de')).toContain('drücken Sie die 9');
  expect(openingOf('Hei.', 'fi')).toContain('press 9');
});
