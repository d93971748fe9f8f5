import { expect, test } from 'vitest';
import { nextAt, stepOf } from './arrears.rules.ts';

const since = new Date('2026-03-01T10:00:00Z');
const at = (days: number) => new Date(since.getTime() + days * 86_400_000);

test.each([
  [0, 0, { mail: 0 }],
  [0, 1, 'wait'],
  [2.99, 1, 'wait'],
  [3, 1, { mail: 1 }],
  [7, 2, { mail: 2 }],
  // Nothing ran for a week: one mail, not three.
  [8, 0, { mail: 2 }],
  [13, 3, { mail: 3 }],
  [20.99, 4, 'wait'],
  [20.99, 0, { mail: 3 }],
  [21, 4, 'end'],
  [30, 0, 'end'],
] as const)('after %d days, with %d mails', (days, told, step) => {
  expect(stepOf({ since, told, isEnding: false }, at(days))).toEqual(step);
});

test('what ends goes on ending', () => {
  expect(stepOf({ since, told: 1, isEnding: true }, at(2))).toBe('end');
});

test('is looked at on the days of mails, and on the last', () => {
  expect([0, 1, 2, 3, 4].map((told) => nextAt({ since, told }))).toEqual([0, 3, 7, 13, 21].map(at));
});
