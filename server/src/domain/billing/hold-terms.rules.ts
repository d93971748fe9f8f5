import { monthOf } from './calendar.rules.ts';

const HOLD_MS = 15 * 60_000;

/** What a hold is made of. `monthlyLimitMicro` null is no limit; `month` is the UTC month that the limit is of. */
export type HoldTerms = { month: string; amountMicro: bigint; monthlyLimitMicro: bigint | null; expiresAt: Date };

/** The terms of a hold made at `now`: it counts in that month and lasts 15 minutes. Amounts in micro-credits. */
export const holdTerms = (amountMicro: bigint, monthlyLimitMicro: bigint | null, now: Date): HoldTerms => ({
  month: monthOf(now),
  amountMicro,
  monthlyLimitMicro,
  expiresAt: new Date(now.getTime() + HOLD_MS),
});
