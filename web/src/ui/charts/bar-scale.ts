const STEPS = [1, 2, 4, 5, 6, 8, 10];

/** The end of an axis that counts: round, at or above `max`, and divisible by two, so that its middle is a count as well. */
export function roundMax(max: number): number {
  if (max <= 2) return 2;
  const size = 10 ** Math.floor(Math.log10(max));
  const step = STEPS.find((factor) => factor * size >= max && (factor * size) % 2 === 0);
  return (step ?? 10) * size;
}

/** Which of `count` bars are named under the axis: evenly, at most `shownMax`, the first among them. */
export function labelled(count: number, shownMax: number): Set<number> {
  const step = Math.max(1, Math.ceil(count / shownMax));
  return new Set(Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step));
}
