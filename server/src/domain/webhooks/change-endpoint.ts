import { fail } from '@antiphon/contract/errors';
import type { WebhookEndpoint } from '@antiphon/contract/webhooks';
import type { Tx } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { toEndpoint } from './get-endpoint.ts';
import { newWebhookSecret } from './webhook-message.rules.ts';
import { sealWebhookSecret } from './webhook-secrets.ts';
import type { WebhookDeps } from './webhooks.ports.ts';
import {
  deleteEndpoint as deleteRow,
  type EndpointRow,
  failPending,
  lockEndpoint,
  replayFailedSince,
  updateEndpoint,
} from './webhooks.queries.ts';
import { PREVIOUS_SECRET_MS, RETRIED_MS } from './webhooks.rules.ts';

/** A new signing secret, returned this once; the old one signs as well for 24 hours. A third within them ends the first. */
export async function rotateWebhookSecret(
  deps: WebhookDeps,
  member: Member,
  now = new Date(),
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const secret = newWebhookSecret();
  const endpoint = await change(deps, member, 'webhook.rotate_secret', (tx, row) =>
    updateEndpoint(tx, member.scope, {
      sealed: sealWebhookSecret(deps.secretKey, member.scope, secret),
      secretLast4: secret.slice(-4),
      previousSealed: row.sealed,
      previousUntil: new Date(now.getTime() + PREVIOUS_SECRET_MS),
    }),
  );
  return { endpoint, secret };
}

/** Nothing is sent until it is resumed; what waits, and what happens meanwhile, stands in the log as failed. */
export const pauseEndpoint = (deps: WebhookDeps, member: Member, now = new Date()): Promise<WebhookEndpoint> =>
  change(deps, member, 'webhook.pause', async (tx, row) => {
    if (row.pausedAt) return row;
    await failPending(tx, member.scope);
    return updateEndpoint(tx, member.scope, { pausedAt: now, pauseReason: 'by_hand' });
  });

/** `replay`: what failed since the trouble began, or since the pause, is sent again, with what was being retried by then. */
export const resumeEndpoint = (
  deps: WebhookDeps,
  member: Member,
  input: { replay: boolean },
  now = new Date(),
): Promise<WebhookEndpoint> =>
  change(deps, member, 'webhook.resume', async (tx, row) => {
    const since = row.failingSince ?? row.pausedAt;
    if (input.replay && since) await replayFailedSince(tx, member.scope, new Date(since.getTime() - RETRIED_MS), now);
    return updateEndpoint(tx, member.scope, {
      pausedAt: null,
      pauseReason: null,
      failingSince: null,
      mailedOn: null,
    });
  });

/** Its log is gone with it at once, though its rows go in short transactions behind it, however many they are. */
export async function deleteEndpoint(deps: WebhookDeps, member: Member): Promise<void> {
  await change(deps, member, 'webhook.delete', async (tx, row) => {
    await deleteRow(tx, member.scope);
    await emit(tx, member.scope, { type: 'webhook_deleted', payload: {} });
    return row;
  });
}

async function change(
  deps: WebhookDeps,
  member: Member,
  action: string,
  work: (tx: Tx, row: EndpointRow) => Promise<EndpointRow | null>,
): Promise<WebhookEndpoint> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const row = await deps.database.transaction(scope, async (tx) => {
    const before = await lockEndpoint(tx, scope);
    if (!before) fail('not_found');
    const after = await work(tx, before);
    await recordAudit(tx, scope, { actor: actorOf(member), action, target: scope.workspaceUid });
    return after ?? before;
  });
  deps.signals.tell(scope.workspaceUid, { kind: 'webhook', id: scope.workspaceUid });
  return toEndpoint(row);
}
