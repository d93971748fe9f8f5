import type { WebhookDeliveryId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, holds, type Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { mailAboutFailure } from './mail-about-failure.ts';
import { readMessage } from './read-message.ts';
import { signWebhook, type WebhookMessage, withoutSecrets, writeBody } from './webhook-message.rules.ts';
import { openWebhookSecrets } from './webhook-secrets.ts';
import type { WebhookDeps } from './webhooks.ports.ts';
import {
  type DeliveryRow,
  type EndpointRow,
  failPending,
  findDelivery,
  findEndpoint,
  insertAttempt,
  lockEndpoint,
  updateEndpoint,
  updateLeased,
} from './webhooks.queries.ts';
import { isGood, nextTryAt, type Outcome, pauseReasonAfter } from './webhooks.rules.ts';

/** A delivery, and the lease it is held by. */
export type Held = { id: WebhookDeliveryId; lease: Lease };

/**
 * One attempt: sends the event, and only after an answer or its absence is known writes what came of it. A process that
 * dies before that leaves the lease, and the event is sent again under the same id: at least once, never none.
 */
export async function deliverWebhook(
  deps: WebhookDeps & { retryDelaysMs?: readonly number[] },
  scope: Scope,
  held: Held,
  signal: AbortSignal,
): Promise<void> {
  const found = await deps.database.transaction(scope, async (tx) => {
    const [delivery, endpoint] = [await findDelivery(tx, scope, held.id), await findEndpoint(tx, scope)];
    if (!delivery || !holds(delivery, held.lease) || !endpoint || endpoint.pausedAt) return null;
    return { delivery, endpoint, message: await readMessage(tx, scope, delivery) };
  });
  if (!found) return;
  const { delivery, endpoint, message } = found;
  const startedAt = new Date();
  const secrets = openWebhookSecrets(deps.secretKey, scope, endpoint, startedAt);
  const outcome = await send(deps, { id: held.id, message, url: endpoint.endpoint, secrets }, startedAt, signal);
  if (!outcome) {
    await deps.database.transaction(scope, (tx) => updateLeased(tx, scope, held, GIVEN_BACK));
    return;
  }
  await deps.database.transaction(scope, (tx) =>
    settle(deps, tx, scope, held, { delivery, outcome, at: startedAt, endpoint }),
  );
  deps.signals.tell(scope.workspaceUid, { kind: 'delivery', id: held.id });
}

type Request = { id: WebhookDeliveryId; message: WebhookMessage; url: string; secrets: readonly [string, ...string[]] };

/** Null where this process stops or lost the lease: that is nobody's failure. */
async function send(
  deps: WebhookDeps,
  { id, message, url, secrets }: Request,
  now: Date,
  signal: AbortSignal,
): Promise<Outcome | null> {
  const body = writeBody(message, secrets[0]);
  const since = performance.now();
  const passed = () => Math.round(performance.now() - since);
  try {
    const headers = signWebhook(id, body, secrets, now);
    const answer = await deps.postOut.post(url, { headers, body, signal });
    return { status: answer.status, ms: passed(), answer: withoutSecrets(answer.text, secrets), error: '' };
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof VendorFailure)) throw error;
    return { status: null, ms: passed(), answer: '', error: error.message };
  }
}

type Attempt = { delivery: DeliveryRow; outcome: Outcome; at: Date; endpoint: EndpointRow };

async function settle(
  deps: WebhookDeps & { retryDelaysMs?: readonly number[] },
  tx: Tx,
  scope: Scope,
  held: Held,
  { delivery, outcome, at, endpoint }: Attempt,
) {
  const now = new Date();
  const good = isGood(outcome);
  const tries = delivery.tries + 1;
  const nextAttemptAt = good ? null : nextTryAt({ type: delivery.type, tries }, now, Math.random(), deps.retryDelaysMs);
  const state = good ? 'delivered' : nextAttemptAt ? 'pending' : 'failed';
  const counts = { attempts: delivery.attempts + 1, tries, lastStatus: outcome.status };
  // Whoever changes an endpoint and its deliveries takes the endpoint first. A good answer while all is well needs no lock.
  const locked = good && !endpoint.failingSince ? null : await lockEndpoint(tx, scope);
  const row = await updateLeased(tx, scope, held, { ...counts, ...GIVEN_BACK, state, nextAttemptAt });
  // Replayed, paused or leased by another meanwhile: that one writes what came of it.
  if (!row) return;
  const { status, ms, answer, error } = outcome;
  await insertAttempt(tx, {
    deliveryId: held.id,
    workspaceUid: scope.workspaceUid,
    number: counts.attempts,
    at,
    endpoint: endpoint.endpoint,
    status,
    ms,
    answer,
    error,
  });
  if (!locked) return;
  if (good) await updateEndpoint(tx, scope, { failingSince: null });
  else if (delivery.type !== 'test') await noteFailure(tx, scope, locked, outcome, now);
}

/** Stops an endpoint that failed for too long, or that wants no more; tells the members once a day. */
async function noteFailure(tx: Tx, scope: Scope, endpoint: EndpointRow, outcome: Outcome, now: Date) {
  if (endpoint.pausedAt) return;
  const failingSince = endpoint.failingSince ?? now;
  const pauseReason = pauseReasonAfter(outcome, failingSince, now);
  if (pauseReason) {
    await updateEndpoint(tx, scope, { failingSince, pausedAt: now, pauseReason });
    await failPending(tx, scope);
  } else if (!endpoint.failingSince) await updateEndpoint(tx, scope, { failingSince });
  await mailAboutFailure(tx, scope, { endpoint, outcome, pauseReason, now });
}
