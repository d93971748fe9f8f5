import { percentOf, percentWithin, share } from './round.ts';

export type Priced = { amount: number; isDiscountable: boolean; taxRates: TaxOf[] };
export type TaxOf = { id: string; percentage: number; inclusive: boolean };
export type DiscountOf = { id: string; percentOff: number | null; amountOff: number | null };

export type Totals = {
  subtotal: number;
  /** For each discount, in their order: the sum, and the part of each line. */
  discounts: { id: string; amount: number; parts: number[] }[];
  /** For each tax rate: the sum, what it was taken of, and the part of each line. */
  taxes: { rate: TaxOf; amount: number; taxable: number; parts: number[]; taxableParts: number[] }[];
  discount: number;
  /** What comes on top: inclusive taxes are part of the subtotal. */
  tax: number;
  total: number;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** Discounts one after the other, then taxes on what is left; each is rounded once, and its parts add up to it. */
export function totalsOf(lines: readonly Priced[], discounts: readonly DiscountOf[]): Totals {
  const subtotal = sum(lines.map(({ amount }) => amount));
  let left = lines.map(({ amount }) => amount);
  const taken = discounts.map(({ id, percentOff, amountOff }) => {
    const open = left.map((amount, at) => (lines[at]?.isDiscountable ? amount : 0));
    const most = Math.max(0, sum(open));
    const amount = percentOff !== null ? percentOf(most, percentOff) : Math.min(amountOff ?? 0, most);
    const parts = amount === 0 ? open.map(() => 0) : share(amount, open);
    left = left.map((one, at) => one - (parts[at] ?? 0));
    return { id, amount, parts };
  });
  const rates = new Map(lines.flatMap(({ taxRates }) => taxRates.map((rate) => [rate.id, rate] as const)));
  const taxes = [...rates.values()].map((rate) => {
    const taxableParts = left.map((amount, at) => (lines[at]?.taxRates.some(({ id }) => id === rate.id) ? amount : 0));
    const whole = sum(taxableParts);
    const amount = rate.inclusive ? percentWithin(whole, rate.percentage) : percentOf(whole, rate.percentage);
    const taxable = rate.inclusive ? whole - amount : whole;
    return { rate, amount, taxable, parts: share(amount, taxableParts), taxableParts };
  });
  const discount = sum(taken.map(({ amount }) => amount));
  const tax = sum(taxes.filter(({ rate }) => !rate.inclusive).map(({ amount }) => amount));
  return { subtotal, discounts: taken, taxes, discount, tax, total: subtotal - discount + tax };
}
