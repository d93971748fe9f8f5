import type { WebhookDeliveryType, WebhookPauseReason } from '@antiphon/contract/webhooks';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds between a failed try and the next one: eleven tries within three days. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  18 * HOUR,
  22 * HOUR,
];
/** An event that is older than this is not tried any more. */
export const RETRIED_MS = 3 * 24 * HOUR;
/** An endpoint that answered nothing well for this long is paused. */
export const PAUSE_AFTER_MS = 5 * 24 * HOUR;
/** After a rotation the old secret signs as well for this long. */
export const PREVIOUS_SECRET_MS = 24 * HOUR;
export const DELIVERIES_KEPT_MS = 30 * 24 * HOUR;

/** What came of one attempt. `status` null: no answer came, for the reason in `error`. */
export type Outcome = { status: number | null; ms: number; answer: string; error: string };

export const isGood = ({ status }: Pick<Outcome, 'status'>) => status !== null && status >= 200 && status < 300;

/**
 * When a failed delivery is tried again, or null when it is given up. `tries` counts this one; `spread` in 0..1 keeps the
 * deliveries of one outage from coming back in one moment: up to a tenth later. A test is tried once.
 */
export function nextTryAt(
  delivery: { type: WebhookDeliveryType; tries: number },
  now: Date,
  spread: number,
  delaysMs: readonly number[] = RETRY_DELAYS_MS,
): Date | null {
  const delay = delivery.type === 'test' ? undefined : delaysMs[delivery.tries - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay * (1 + spread / 10));
}

/** Should a failed attempt stop everything? 410 is how a receiver says that it wants no more (Standard Webhooks). */
export function pauseReasonAfter(
  outcome: Pick<Outcome, 'status'>,
  failingSince: Date | null,
  now: Date,
): WebhookPauseReason | null {
  if (outcome.status === 410) return 'gone';
  return failingSince && now.getTime() - failingSince.getTime() >= PAUSE_AFTER_MS ? 'failures' : null;
}
