import { expect, test } from 'vitest';
import { totalsOf } from './totals.rules.ts';

test.each<[string, number[], Parameters<typeof totalsOf>[1], number, object]>([
  ['in euros', [2_200], null, 27, { subtotal: 2_200, discount: 0, tax: 594, total: 2_794 }],
  ['in pounds', [2_000], null, 35, { subtotal: 2_000, discount: 0, tax: 700, total: 2_700 }],
  ['in dollars', [2_000], null, 0, { tax: 0, total: 2_000 }],
  // Before the tax: 2,700 x 0.9 = 2,430, of which 656.1 are 656; the other way about it would be 3,085.
  [
    'over plan and add-ons',
    [2_200, 500],
    { percentOff: 10, amountOff: null },
    27,
    { discount: 270, tax: 656, total: 3_086 },
  ],
  ['of a sum', [2_200], { percentOff: null, amountOff: 500 }, 27, { discount: 500, tax: 459, total: 2_159 }],
  ['of more than there is', [2_200], { percentOff: null, amountOff: 9_000 }, 27, { discount: 2_200, tax: 0, total: 0 }],
  ['of all', [2_200, 500], { percentOff: 100, amountOff: null }, 27, { discount: 2_700, tax: 0, total: 0 }],
  ['with decimals', [999], { percentOff: 12.5, amountOff: null }, 27, { discount: 125, tax: 236, total: 1_110 }],
])('discount, then tax: %s', (_, amounts, discount, percent, expected) => {
  expect(totalsOf(amounts, discount, percent)).toMatchObject(expected);
});

test('the parts of 1,000 baskets add up', () => {
  let seed = 1;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let n = 0; n < 1_000; n += 1) {
    const amounts = Array.from({ length: 1 + random(4) }, () => random(5_000));
    const discount = random(2) === 0 ? { percentOff: random(1_001) / 10, amountOff: null } : null;
    const found = totalsOf(amounts, discount, [0, 27, 35][random(3)] ?? 0);
    const added = (field: 'discount' | 'tax') => found.parts.reduce((sum, part) => sum + part[field], 0);
    expect([added('discount'), added('tax')]).toEqual([found.discount, found.tax]);
    expect(found.total).toBe(found.subtotal - found.discount + found.tax);
    expect(found.total).toBeGreaterThanOrEqual(0);
  }
});
