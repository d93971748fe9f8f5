import { newWebhookDeliveryId } from '@antiphon/contract/ids';
import type { WebhookEventType } from '@antiphon/contract/webhooks';
import { readOnce, type Tx } from '../../db/database.ts';
import type { LeasedRunner } from '../../db/run-leased.ts';
import type { Scope } from '../../db/scope.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { findEndpoint, insertDelivery } from './webhooks.queries.ts';

type Deps = { signals: Signals; deliveries: Pick<LeasedRunner, 'wake'> };
type AcceptedEvent = { id: string; type: WebhookEventType; payload: Record<string, unknown>; createdAt: Date };

/**
 * Puts an event on its way where the workspace subscribed to it; once, however often it is handed on. While the endpoint is
 * paused it stands in the log as failed, to be replayed. Answers what is to be done after the commit.
 */
export async function acceptEvent(
  deps: Deps,
  tx: Tx,
  scope: Scope,
  event: AcceptedEvent,
): Promise<(() => void) | undefined> {
  const endpoint = await readOnce(tx, `webhooks.endpoint ${scope.workspaceUid}`, () => findEndpoint(tx, scope));
  if (!endpoint?.subscribedEvents.includes(event.type)) return;
  await insertDelivery(tx, {
    id: newWebhookDeliveryId(),
    workspaceUid: scope.workspaceUid,
    eventId: event.id,
    type: event.type,
    payload: { ...event.payload, createdAt: event.createdAt.toISOString() },
    ...(endpoint.pausedAt ? { state: 'failed' } : { state: 'pending', nextAttemptAt: new Date() }),
  });
  return () => {
    deps.deliveries.wake();
    deps.signals.tell(scope.workspaceUid, { kind: 'delivery', id: event.id });
  };
}
