import { fail } from '@antiphon/contract/errors';
import type { WebhookEndpoint, WebhookEventType } from '@antiphon/contract/webhooks';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { PostOut } from '../websites/websites.ports.ts';
import { toEndpoint } from './get-endpoint.ts';
import { newWebhookSecret } from './webhook-message.rules.ts';
import { sealWebhookSecret } from './webhook-secrets.ts';
import type { WebhookDeps } from './webhooks.ports.ts';
import { insertEndpoint, lockEndpoint, updateEndpoint } from './webhooks.queries.ts';

type Given = { endpoint: string; subscribedEvents: WebhookEventType[] };

/**
 * Sets where a workspace's events go. The first time it makes the signing secret, which is returned this once. Another
 * address starts afresh: failures of the old one are forgotten, and a pause that they caused ends.
 */
export async function saveEndpoint(
  deps: WebhookDeps,
  member: Member,
  given: Given,
): Promise<{ endpoint: WebhookEndpoint; secret: string | null }> {
  demand(member, 'credentials.write');
  const { scope } = member;
  const endpoint = checkEndpoint(deps.postOut, given.endpoint);
  const subscribedEvents = [...new Set(given.subscribedEvents)];
  const saved = await deps.database.transaction(scope, async (tx) => {
    const before = await lockEndpoint(tx, scope);
    const secret = before ? null : newWebhookSecret();
    const isMoved = before !== null && before.endpoint !== endpoint;
    const fresh = { failingSince: null, mailedOn: null };
    const unpaused = before?.pauseReason === 'by_hand' ? {} : { pausedAt: null, pauseReason: null };
    const row = secret
      ? await insertEndpoint(tx, scope, {
          endpoint,
          subscribedEvents,
          sealed: sealWebhookSecret(deps.secretKey, scope, secret),
          secretLast4: secret.slice(-4),
        })
      : await updateEndpoint(tx, scope, {
          endpoint,
          subscribedEvents,
          ...(isMoved ? { ...fresh, ...unpaused } : {}),
        });
    if (!row) fail('conflict');
    await recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'webhook.save',
      target: scope.workspaceUid,
      details: { endpoint: new URL(endpoint).origin, subscribedEvents },
    });
    return { endpoint: toEndpoint(row), secret };
  });
  deps.signals.tell(scope.workspaceUid, { kind: 'webhook', id: scope.workspaceUid });
  return saved;
}

/** https, and nothing that leads inside as far as the address itself tells. What its name resolves to is checked when it is called. */
function checkEndpoint(postOut: PostOut, given: string): string {
  try {
    return postOut.checkAddress(given);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    const message = 'Please enter a public https address.';
    fail('invalid_input', { message, issues: [{ path: 'endpoint', message }] });
  }
}
