/**
 * How often somebody may guess. Of an account: five guesses are free, then each next one waits twice as long as the one
 * before, to an hour. Of a network (a /24 or /48): thirty, then to a quarter of an hour. Only a quiet day forgives, or a
 * guess that is right. It is the same for addresses that nobody has, so that the answer tells nothing of them. A
 * browser that signed in to the account before is counted by itself, so that a stranger's guesses do not keep its owner out;
 * from a new one there are still the other ways in: link, code and Google.
 */
export const GUESS_POLICY = {
  account: { free: 5, firstWaitMs: 30_000, waitMsMax: 60 * 60_000 },
  network: { free: 30, firstWaitMs: 10_000, waitMsMax: 15 * 60_000 },
} as const;

export const FORGIVEN_AFTER_MS = 24 * 60 * 60_000;

export type GuessKind = keyof typeof GUESS_POLICY;

/** The wait after the `guesses`-th guess, in milliseconds. `factor` multiplies what is free, for load tests. */
export function waitAfter(kind: GuessKind, guesses: number, factor = 1): number {
  const { free, firstWaitMs, waitMsMax } = GUESS_POLICY[kind];
  const beyond = guesses - Math.max(1, Math.floor(free * factor));
  if (beyond < 0) return 0;
  return Math.min(waitMsMax, firstWaitMs * 2 ** Math.min(beyond, 30));
}
