import { describe, expect, test } from 'vitest';
import { chargedFor, creditsFor, halfUp, percentOf, placeOf, shareOut } from './money.rules.ts';

test.each([
  ['DE', 'eur', 27],
  ['HR', 'eur', 27],
  ['SE', 'eur', 27],
  ['GB', 'gbp', 35],
  ['UK', 'gbp', 35],
  ['US', 'usd', undefined],
  ['CH', 'usd', undefined],
  [null, 'usd', undefined],
])('%s pays in %s and %s per cent of tax', (country, currency, percent) => {
  const place = placeOf(country);
  expect([place.currency, place.tax?.percent]).toEqual([currency, percent]);
});

test('the European Union has 27 members', () => {
  const codes = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const all = codes.flatMap((a) => codes.map((b) => a + b));
  expect(all.filter((code) => placeOf(code).currency === 'eur')).toHaveLength(27);
});

test('halves are rounded up, of what is owed and of what is given back', () => {
  const cases: [bigint, bigint, bigint][] = [
    [1n, 2n, 1n],
    [-1n, 2n, 0n],
    [-3n, 2n, -1n],
    [-5n, 3n, -2n],
    [-4n, 3n, -1n],
    [5n, 10n, 1n],
    [4n, 10n, 0n],
    [0n, 7n, 0n],
  ];
  for (const [numerator, denominator, rounded] of cases) expect(halfUp(numerator, denominator)).toBe(rounded);
  expect([percentOf(2_200, 27), percentOf(2_000, 35), percentOf(50, 27), percentOf(999, 12.5)]).toEqual([
    594, 700, 14, 125,
  ]);
});

describe('parts', () => {
  test('add up to the whole, whatever they are parts of', () => {
    for (let amount = 0; amount < 500; amount += 7)
      for (const weights of [[1], [1, 1, 1], [2_200, 500, 300], [1, 999], [0, 5, 0, 5]]) {
        const parts = shareOut(amount, weights);
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(amount);
        const whole = weights.reduce((sum, one) => sum + one, 0);
        for (const [at, part] of parts.entries())
          expect(Math.abs(part - (amount * (weights[at] ?? 0)) / whole)).toBeLessThan(1);
      }
  });

  test('the largest remainder gets the last one, the first of equals', () => {
    expect(shareOut(10, [1, 1, 1])).toEqual([4, 3, 3]);
    expect(shareOut(10, [1, 2, 3])).toEqual([2, 3, 5]);
    expect(shareOut(10, [0, 0])).toEqual([0, 0]);
  });
});

test('a dollar is a thousand credits, in whatever currency it is paid', () => {
  expect([chargedFor(5, 'usd'), chargedFor(5, 'eur'), chargedFor(5, 'gbp')]).toEqual([500, 440, 375]);
  // What a screen sends for 5 euros.
  expect(chargedFor(5 / 0.88, 'eur')).toBe(500);
  expect(creditsFor(500, 'usd')).toBe(5_000_000_000n);
  expect(creditsFor(440, 'eur')).toBe(5_000_000_000n);
  expect(creditsFor(375, 'gbp')).toBe(5_000_000_000n);
  expect(creditsFor(500, 'eur')).toBe(5_681_818_181n);
});
