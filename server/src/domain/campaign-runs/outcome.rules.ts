import type { RecipientState } from '@antiphon/contract/campaign-words';

/**
 * What a try came to. `not_made`: nobody was asked for it. `unknown`: nobody can say any more whether it rang,
 * or arrived. `sent`: a message was taken. */
export type TryOutcome = 'reached' | 'machine' | 'no_answer' | 'failed' | 'opted_out' | 'not_made' | 'unknown' | 'sent';

export const TRIES_MAX = 3;
export const APART_MS = 4 * 60 * 60_000;

/** What a person is after a try, and when they may be called again. `isTold`: a machine heard our message, which is said once. */
export function afterTry(
  outcome: TryOutcome,
  { tries, isTold, now, againMs = 60_000 }: { tries: number; isTold: boolean; now: Date; againMs?: number },
): { state: RecipientState; nextAt: Date; tries: number } {
  const at = (ms: number) => new Date(now.getTime() + ms);
  const over = (state: RecipientState) => ({ state, tries, nextAt: now });
  const again = (last: RecipientState) =>
    tries < TRIES_MAX ? { state: 'waiting' as const, tries, nextAt: at(APART_MS) } : over(last);
  switch (outcome) {
    case 'no_answer':
      return again('unanswered');
    case 'machine':
      return isTold ? over('machine') : again('machine');
    case 'not_made':
      // It counts as one of those who were called, for the cap; the try is given back.
      return { state: 'waiting', tries: Math.max(1, tries - 1), nextAt: at(againMs) };
    case 'unknown':
      return over('unsure');
    default:
      return over(outcome);
  }
}
