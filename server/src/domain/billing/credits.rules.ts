/** Micro-credits in one credit. One credit is 0.001 USD at cost, so that one micro-credit is a billionth of a dollar. */
export const MICRO = 1_000_000n;

/** Credits as a number for the wire and the screen; exact to six decimals below nine thousand million credits. */
export const toCredits = (micro: bigint): number => Number(micro) / Number(MICRO);

/** Micro-credits of `credits`, rounded to the nearest. Throws a `RangeError` for what is no finite number. */
export function fromCredits(credits: number): bigint {
  const whole = Math.trunc(credits);
  return BigInt(whole) * MICRO + BigInt(Math.round((credits - whole) * Number(MICRO)));
}
