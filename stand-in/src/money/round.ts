// Whole minor units. Products of amounts and percentages are counted as big integers: no float ever rounds money.

const SCALE = 1_000_000n;

/** Half of a minor unit goes up, away from zero where the amount is negative. */
export function divideHalfUp(dividend: bigint, divisor: bigint): number {
  const isNegative = dividend < 0n;
  const positive = isNegative ? -dividend : dividend;
  const rounded = Number((positive * 2n + divisor) / (divisor * 2n));
  return isNegative && rounded !== 0 ? -rounded : rounded;
}

const scaled = (percent: number) => BigInt(Math.round(percent * Number(SCALE)));

export const percentOf = (amount: number, percent: number) =>
  divideHalfUp(BigInt(amount) * scaled(percent), 100n * SCALE);

/** The tax that an amount already holds. */
export const percentWithin = (amount: number, percent: number) =>
  divideHalfUp(BigInt(amount) * scaled(percent), 100n * SCALE + scaled(percent));

/** The part of an amount that a part of a time costs. */
export const partOf = (amount: number, part: number, whole: number) =>
  divideHalfUp(BigInt(amount) * BigInt(part), BigInt(whole));

/** Shares a sum in proportion to the weights, whole units, largest remainder first: the parts are the sum. */
export function share(sum: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (whole === 0n) return weights.map((_, at) => (at === 0 ? sum : 0));
  const exact = weights.map((weight) => BigInt(sum) * BigInt(weight));
  const floorOf = (value: bigint) => value / whole - (value % whole !== 0n && value < 0n !== whole < 0n ? 1n : 0n);
  const parts = exact.map(floorOf);
  const rest = Number(BigInt(sum) - parts.reduce((total, part) => total + part, 0n));
  const remainders = exact.map((value, at) => ({ at, left: value - (parts[at] ?? 0n) * whole }));
  const sign = whole < 0n ? -1 : 1;
  remainders.sort((one, other) => sign * Number(other.left - one.left) || one.at - other.at);
  const more = new Set(remainders.slice(0, rest).map(({ at }) => at));
  return parts.map((part, at) => Number(part) + (more.has(at) ? 1 : 0));
}
