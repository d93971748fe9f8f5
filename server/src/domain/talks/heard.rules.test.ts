import { expect, test } from 'vitest';
import { heardUpTo, type Played } from './heard.rules.ts';

const TEXT = 'We open at nine. On Sundays we are closed.';
const PIECES: Played[] = [
  { from: 0, to: 16, share: 1 },
  { from: 17, to: 42, share: 0.5 },
];
const heard = (pieces: Played[], ms: number, begunAt = 0) => TEXT.slice(0, heardUpTo(TEXT, pieces, begunAt, ms));

test('is what was played whole, and of the next piece its whole words', () => {
  expect(heard(PIECES, 60_000)).toBe('We open at nine. On Sundays');
  expect(heard([{ from: 0, to: 16, share: 0 }], 60_000)).toBe('');
  expect(heard([{ from: 0, to: 16, share: 0.05 }], 60_000)).toBe('');
  expect(
    heard(
      [
        { from: 0, to: 16, share: 1 },
        { from: 17, to: 42, share: 1 },
      ],
      60_000,
    ),
  ).toBe(TEXT);
});

test('is no more than can be said in the time that passed', () => {
  expect(heard(PIECES, 500)).toBe('We open at');
  expect(heard(PIECES, 0)).toBe('');
  // Of what was heard before the connection was lost nothing goes.
  expect(heard([{ from: 17, to: 42, share: 0 }], 0, 16)).toBe('We open at nine.');
});
