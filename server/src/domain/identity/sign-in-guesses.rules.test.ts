import { expect, it } from 'vitest';
import { GUESS_POLICY, waitAfter } from './sign-in-guesses.rules.ts';

it('five guesses at an account are free, then each wait is twice the one before, to an hour', () => {
  const minutes = Array.from({ length: 15 }, (_, index) => waitAfter('account', index + 1) / 60_000);
  expect(minutes).toEqual([0, 0, 0, 0, 0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
});

it('a network waits later and shorter, for many people share one', () => {
  expect(waitAfter('network', GUESS_POLICY.network.free - 1)).toBe(0);
  expect(waitAfter('network', GUESS_POLICY.network.free)).toBe(10_000);
  expect(waitAfter('network', 10_000)).toBe(15 * 60_000);
});

it('no count overflows into a short wait', () => {
  expect(waitAfter('account', Number.MAX_SAFE_INTEGER)).toBe(60 * 60_000);
});
