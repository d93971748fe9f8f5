import { expect, test } from 'vitest';
import { nextEnd, periodAfter } from './months.ts';
import { divideHalfUp, percentOf, share } from './round.ts';
import { totalsOf } from './totals.ts';

const vat = { id: 'txr_eu', percentage: 27, inclusive: false };
const line = (amount: number, taxRates = [vat]) => ({ amount, isDiscountable: true, taxRates });

test('half of a minor unit goes up', () => {
  expect([1n, 2n, 3n, -1n, -3n].map((n) => divideHalfUp(n, 2n))).toEqual([1, 1, 2, -1, -2]);
  expect(percentOf(2_200, 27)).toBe(594);
  expect(percentOf(50, 1)).toBe(1);
});

test('tax is taken of what the discount leaves', () => {
  const half = { id: 'di', percentOff: 50, amountOff: null };
  expect(totalsOf([line(2_200)], [])).toMatchObject({ tax: 594, total: 2_794 });
  expect(totalsOf([line(2_200)], [half])).toMatchObject({ discount: 1_100, tax: 297, total: 1_397 });
  const much = { id: 'di', percentOff: null, amountOff: 9_999 };
  expect(totalsOf([line(2_200)], [much])).toMatchObject({ discount: 2_200, tax: 0, total: 0 });
});

test('an inclusive tax is part of the price', () => {
  const included = { id: 'txr', percentage: 27, inclusive: true };
  const totals = totalsOf([line(2_794, [included])], []);
  expect(totals).toMatchObject({ tax: 0, total: 2_794 });
  expect(totals.taxes[0]).toMatchObject({ amount: 594, taxable: 2_200 });
});

test('1,000 baskets: parts are the whole, and no part is a unit off', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let basket = 0; basket < 1_000; basket += 1) {
    const lines = Array.from({ length: 1 + random(5) }, () => line(1 + random(9_999)));
    const discount = { id: 'di', percentOff: random(100) + 1, amountOff: null };
    const totals = totalsOf(lines, [discount]);
    const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(sum(totals.discounts[0]!.parts)).toBe(totals.discount);
    expect(sum(totals.taxes[0]!.parts)).toBe(totals.tax);
    expect(totals.total).toBe(totals.subtotal - totals.discount + totals.tax);
    for (const [at, part] of totals.discounts[0]!.parts.entries())
      expect(Math.abs(part - (lines[at]!.amount * totals.discount) / totals.subtotal)).toBeLessThan(1);
  }
});

test('shares of what is owed both ways add up', () => {
  expect(share(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(share(5, [-100, 300]).reduce((total, one) => total + one, 0)).toBe(5);
  expect(share(-5, [-300, 100]).reduce((total, one) => total + one, 0)).toBe(-5);
});

test('the 31st comes back after a February', () => {
  const anchor = Date.UTC(2027, 0, 31, 12) / 1_000;
  const ends = [1, 2, 3, 12].map((n) =>
    new Date(periodAfter(anchor, 'month', 1, n) * 1_000).toISOString().slice(0, 10),
  );
  expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2028-01-31']);
  expect(nextEnd(anchor, 'year', 1, anchor)).toBe(Date.UTC(2028, 0, 31, 12) / 1_000);
});
