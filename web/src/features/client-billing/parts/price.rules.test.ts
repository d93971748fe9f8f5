import { expect, test } from 'vitest';
import { centsOf, creditsOf } from './price.rules.ts';

test.each([
  [2_500, 0.004, 1_000],
  [1_000, 0.001_11, 111],
  // Half a cent, which no binary fraction is.
  [1_000, 0.001_125, 113],
  [1_500, 0.001_003, 150],
  [50_000, 1.001, 5_005_000],
])('%d credits at %d dollars are %d cents', (credits, usd, cents) => {
  expect(centsOf(credits, usd)).toBe(cents);
});

test('so many dollars buy what they buy, and no more', () => {
  expect(creditsOf(500, 0.004)).toBe(1_250);
  expect(creditsOf(500, 0.003)).toBe(1_666.66);
});
