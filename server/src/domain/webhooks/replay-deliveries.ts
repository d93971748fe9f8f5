import { fail } from '@antiphon/contract/errors';
import type { WebhookDeliveryId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK } from '../../db/lease.ts';
import type { LeasedRunner } from '../../db/run-leased.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { WebhookDeps } from './webhooks.ports.ts';
import { findEndpoint, replayFailedSince, updateDelivery } from './webhooks.queries.ts';

type Deps = WebhookDeps & { deliveries: Pick<LeasedRunner, 'wake'> };

/** Sends a delivery again now, whatever came of it before, under the same webhook-id: receivers drop what they have. */
export async function replayDelivery(deps: Deps, member: Member, id: WebhookDeliveryId, now = new Date()) {
  await replay(deps, member, { target: id, details: {} }, async (tx) => {
    const change = { state: 'pending', tries: 0, nextAttemptAt: now, ...GIVEN_BACK } as const;
    if (!(await updateDelivery(tx, member.scope, id, change))) fail('not_found');
  });
}

/** Everything that failed of the events since then; how many are sent again. */
export async function replayFailed(deps: Deps, member: Member, since: Date, now = new Date()): Promise<number> {
  const target = { target: member.scope.workspaceUid, details: { since: since.toISOString() } };
  return replay(deps, member, target, (tx) => replayFailedSince(tx, member.scope, since, now));
}

async function replay<Result>(
  deps: Deps,
  member: Member,
  act: { target: string; details: Record<string, unknown> },
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const result = await deps.database.transaction(scope, async (tx) => {
    const done = await work(tx);
    const endpoint = await findEndpoint(tx, scope);
    if (!endpoint) fail('not_found');
    if (endpoint.pausedAt) fail('conflict', { message: 'The endpoint is paused. Resume it first.' });
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'webhook.replay', ...act });
    return done;
  });
  deps.deliveries.wake();
  deps.signals.tell(scope.workspaceUid, { kind: 'delivery', id: act.target });
  return result;
}
