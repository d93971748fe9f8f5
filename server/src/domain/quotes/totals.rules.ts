import type { Currency } from '@antiphon/contract/quotes';
import { percentOf, shareOut } from './money.rules.ts';

/** Percent, or a sum in a currency of its own. */
export type Discount = {
  promotionCodeId: string;
  percentOff: number | null;
  amountOff: number | null;
  currency: Currency | null;
  name: string;
  duration: 'forever' | 'once' | 'repeating';
};

export type Totals = {
  subtotal: number;
  discount: number;
  tax: number;
  total: number;
  /** Of each line, in their order. */
  parts: { discount: number; tax: number }[];
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

/** First the discount, over everything; then the tax on what is left. Each is rounded once, and its parts add up to it. */
export function totalsOf(
  amounts: readonly number[],
  discount: Pick<Discount, 'percentOff' | 'amountOff'> | null,
  taxPercent: number,
): Totals {
  const subtotal = sum(amounts);
  const most = Math.max(0, subtotal);
  const off =
    discount === null
      ? 0
      : discount.percentOff !== null
        ? percentOf(most, discount.percentOff)
        : Math.min(discount.amountOff ?? 0, most);
  const offParts = shareOut(off, amounts);
  const left = amounts.map((amount, at) => amount - (offParts[at] ?? 0));
  const tax = percentOf(sum(left), taxPercent);
  const taxParts = shareOut(tax, left);
  return {
    ...{ subtotal, discount: off, tax, total: subtotal - off + tax },
    parts: amounts.map((_, at) => ({ discount: offParts[at] ?? 0, tax: taxParts[at] ?? 0 })),
  };
}
