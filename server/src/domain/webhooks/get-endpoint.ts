import type { WebhookEndpoint } from '@antiphon/contract/webhooks';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type EndpointRow, findEndpoint } from './webhooks.queries.ts';

/** Every member may see where events go; nobody sees the secret. */
export async function getEndpoint(deps: { database: Database }, scope: Scope): Promise<WebhookEndpoint | null> {
  const row = await deps.database.transaction(scope, (tx) => findEndpoint(tx, scope));
  return row && toEndpoint(row);
}

export const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  endpoint: row.endpoint,
  subscribedEvents: row.subscribedEvents,
  secretLast4: row.secretLast4,
  previousSecretUntil: row.previousUntil && row.previousUntil > new Date() ? row.previousUntil.toISOString() : null,
  pausedAt: row.pausedAt?.toISOString() ?? null,
  pauseReason: row.pauseReason,
  failingSince: row.failingSince?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
