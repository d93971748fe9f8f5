import type { Currency } from '@antiphon/contract/quotes';
import money from './data/money.json' with { type: 'json' };

export type Tax = { percent: number; name: string };
export type Place = { currency: Currency; tax: Tax | null };

type Known = { countries: string[]; currency: string; tax: Tax | null };

/** In which currency somebody of this country pays, and what comes on top; null: nobody knows where they are. */
export function placeOf(country: string | null): Place {
  const known = (money.places as Known[]).find(({ countries }) => countries.includes(country ?? ''));
  return (known ?? money.elsewhere) as Place;
}

export const symbolOf = (currency: Currency): string => money.currencies[currency].symbol;

/** What a dollar is in hundredths of the currency. */
const rateOf = (currency: Currency): bigint => BigInt(money.currencies[currency].ratePercent);

/** `numerator / denominator`, half up. The denominator is above 0. */
export function halfUp(numerator: bigint, denominator: bigint): bigint {
  const doubled = 2n * numerator + denominator;
  const whole = doubled / (2n * denominator);
  // Division goes towards 0, and half of a negative sum is rounded up as well.
  return doubled < 0n && whole * 2n * denominator !== doubled ? whole - 1n : whole;
}

/** Percentages come with four decimals at the most. */
export const percentOf = (amount: number, percent: number): number =>
  Number(halfUp(BigInt(amount) * BigInt(Math.round(percent * 10_000)), 1_000_000n));

/** Of each payment on an agency's account, for the platform. */
export const FEE_PERCENT = 5;
export const feeOf = (amount: number): number => percentOf(amount, FEE_PERCENT);

/** Parts in proportion to `weights` (of one sign) that add up to `amount`: the largest remainders get what is left, the first of equals. */
export function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, one) => sum + one, 0);
  if (whole === 0) return weights.map(() => 0);
  const exact = weights.map((weight) => {
    const product = BigInt(amount) * BigInt(weight);
    return { part: product / BigInt(whole), rest: product % BigInt(whole) };
  });
  let left = BigInt(amount) - exact.reduce((sum, { part }) => sum + part, 0n);
  const parts = exact.map(({ part }) => part);
  const order = exact.map((_, at) => at).sort((a, b) => Number((exact[b]?.rest ?? 0n) - (exact[a]?.rest ?? 0n)));
  for (const at of order) {
    if (left <= 0n) break;
    parts[at] = (parts[at] ?? 0n) + 1n;
    left -= 1n;
  }
  return parts.map(Number);
}

/** What is charged for so many dollars, in the smallest unit. Half a cent of a dollar amount is rounded up. */
export const chargedFor = (usd: number, currency: Currency): number =>
  Number(halfUp(BigInt(Math.round(usd * 1_000_000)) * rateOf(currency), 1_000_000n));

/** So many dollars that `chargedFor` gives this sum again. */
export const usdOf = (minor: number, currency: Currency): number => minor / Number(rateOf(currency));

/** Micro-credits: a dollar is 1,000 credits. What does not come out even is the buyer's loss of less than a millionth. */
export const creditsFor = (minor: number, currency: Currency): bigint =>
  (BigInt(minor) * 1_000_000_000n) / rateOf(currency);
