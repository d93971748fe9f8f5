import { fail } from '@antiphon/contract/errors';
import type { WebhookDeliveryId } from '@antiphon/contract/ids';
import type { WebhookDelivery, WebhookDeliveryDetails } from '@antiphon/contract/webhooks';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { readMessage } from './read-message.ts';
import { HIDDEN_SECRET, writeBody } from './webhook-message.rules.ts';
import {
  type DeliveryFilter,
  type DeliveryRow,
  findDelivery,
  listAttempts,
  listDeliveryRows,
} from './webhooks.queries.ts';

/** Newest first. */
export async function listDeliveries(
  deps: { database: Database },
  scope: Scope,
  query: DeliveryFilter & { cursor?: string | undefined; limit: number },
): Promise<{ items: WebhookDelivery[]; nextCursor: string | null }> {
  const after = readCursor(query.cursor);
  const rows = await deps.database.transaction(scope, (tx) =>
    listDeliveryRows(tx, scope, { ...query, limit: query.limit + 1, after }),
  );
  const items = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  return { items: items.map(toDelivery), nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}

/** The request as it would be sent now, but for the secret, and what came of each attempt. */
export async function getDelivery(
  deps: { database: Database },
  scope: Scope,
  id: WebhookDeliveryId,
): Promise<WebhookDeliveryDetails> {
  return deps.database.transaction(scope, async (tx) => {
    const row = await findDelivery(tx, scope, id);
    if (!row) fail('not_found');
    const attempts = await listAttempts(tx, scope, id);
    return {
      ...toDelivery(row),
      request: writeBody(await readMessage(tx, scope, row), HIDDEN_SECRET),
      attemptLog: attempts.map(({ number, at, endpoint, status, ms, answer, error }) => ({
        number,
        at: at.toISOString(),
        endpoint,
        status,
        ms,
        answer,
        error,
      })),
    };
  });
}

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  lastStatus: row.lastStatus,
  nextAttemptAt: row.state === 'pending' ? (row.nextAttemptAt?.toISOString() ?? null) : null,
  createdAt: row.createdAt.toISOString(),
});
