import { ORG_RECHARGE, RECHARGE } from '@antiphon/contract/recharge-steps';
import type { RechargeStanding } from '@antiphon/contract/recharges';

export type PauseReason = 'declined' | 'holder_needed' | 'card_refused';

export const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
export const PER_DAY = 10;

export const USUAL = {
  isEnabled: false,
  threshold: RECHARGE.threshold.min,
  amount: RECHARGE.amount.min,
  monthlyLimit: RECHARGE.monthlyLimit.usual as number | null,
};

/** Of an org; it has no limit of the month. */
export const ORG_USUAL = {
  isEnabled: false,
  threshold: ORG_RECHARGE.threshold.usual,
  amount: ORG_RECHARGE.amount.min,
  monthlyLimit: null,
};

/** After the first failure, and after the second; the third pauses. */
const RETRIES_MS = [HOUR_MS, DAY_MS];
export const FAILURES_MAX = RETRIES_MS.length + 1;

const HOLDER_CODES = ['authentication_required', 'invoice_payment_intent_requires_action'];

/** What follows of one that was not paid: when it is tried again, or why it is paused. */
export function afterFailure(
  { failures, declineCode }: { failures: number; declineCode: string | null },
  now: Date,
): { failures: number; nextAt: Date | null; pausedReason: PauseReason | null } {
  const count = failures + 1;
  const paused = (pausedReason: PauseReason) => ({ failures: count, nextAt: null, pausedReason });
  if (declineCode !== null && HOLDER_CODES.includes(declineCode)) return paused('holder_needed');
  if (declineCode === 'do_not_try_again') return paused('card_refused');
  const wait = RETRIES_MS[failures];
  if (wait === undefined) return paused('declined');
  return { failures: count, nextAt: new Date(now.getTime() + wait), pausedReason: null };
}

export type Facts = {
  isEnabled: boolean;
  pausedReason: PauseReason | null;
  failures: number;
  /** One of its own. */
  isOnItsWay: boolean;
  isFree: boolean;
  hasCard: boolean;
  isBlocked: boolean;
  isPastDue: boolean;
  /** Somebody sells to it. */
  isSold: boolean;
  ofToday: number;
  /** What the month has room for, in minor units; null: without limit. */
  left: number | null;
  /** What the next one takes. */
  each: number;
};

/** The first that stands against it. */
export function standingOf(facts: Facts): RechargeStanding {
  if (!facts.isEnabled) return 'off';
  if (facts.isOnItsWay) return 'on_its_way';
  if (facts.isFree) return 'free_plan';
  if (!facts.isSold) return 'not_sold';
  if (facts.isBlocked) return 'blocked';
  if (facts.isPastDue) return 'past_due';
  if (facts.pausedReason) return 'paused';
  if (!facts.hasCard) return 'no_card';
  if (facts.left !== null && facts.left < facts.each) return 'monthly_limit';
  if (facts.ofToday >= PER_DAY) return 'daily_limit';
  return facts.failures > 0 ? 'retrying' : 'ready';
}

/** Since the last one an hour has passed, or there was enough meanwhile; and what failed is not tried again before its time. */
export function isInTime(
  row: { lastAt: Date | null; wasAbove: boolean; nextAt: Date | null; failures: number },
  now: Date,
): boolean {
  if (row.nextAt !== null && row.nextAt > now) return false;
  return row.lastAt === null || row.wasAbove || now.getTime() - row.lastAt.getTime() >= HOUR_MS;
}

export const dayBefore = (now: Date): Date => new Date(now.getTime() - DAY_MS);
export const laterThan = (now: Date): Date => new Date(now.getTime() + MINUTE_MS);
