import { fail } from '@antiphon/contract/errors';
import { newEventId, newWebhookDeliveryId, type WebhookDeliveryId } from '@antiphon/contract/ids';
import type { LeasedRunner } from '../../db/run-leased.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { WebhookDeps } from './webhooks.ports.ts';
import { findEndpoint, insertDelivery } from './webhooks.queries.ts';

/** An event of type `test`, tried once, on the way that all others take. Fails with `conflict` while the endpoint is paused. */
export async function sendTestEvent(
  deps: WebhookDeps & { deliveries: Pick<LeasedRunner, 'wake'> },
  member: Member,
): Promise<WebhookDeliveryId> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const id = newWebhookDeliveryId();
  await deps.database.transaction(scope, async (tx) => {
    const endpoint = await findEndpoint(tx, scope);
    if (!endpoint) fail('not_found');
    if (endpoint.pausedAt) fail('conflict', { message: 'The endpoint is paused. Resume it first.' });
    const now = new Date();
    await insertDelivery(tx, {
      id,
      workspaceUid: scope.workspaceUid,
      eventId: newEventId(),
      type: 'test',
      payload: { message: 'This is a test event.', createdAt: now.toISOString() },
      state: 'pending',
      nextAttemptAt: now,
    });
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'webhook.test', target: id });
  });
  deps.deliveries.wake();
  return id;
}
