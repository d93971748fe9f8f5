import { fail } from '@antiphon/contract/errors';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/events.ts';
import type { Scope } from '../db/scope.ts';

/**
 * Runs `work` once for a key of a workspace: the same request sent again gets the first answer, another request under the
 * same key is refused. A failure frees the key, so that the caller may try again.
 */
export async function runOnce<Result>(
  database: Database,
  scope: Scope,
  request: { key: string; hash: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const where = and(eq(idempotencyKeys.workspaceUid, scope.workspaceUid), eq(idempotencyKeys.key, request.key));
  const earlier = await database.transaction(scope, async (tx) => {
    const inserted = await tx
      .insert(idempotencyKeys)
      .values({ workspaceUid: scope.workspaceUid, key: request.key, requestHash: request.hash })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (inserted.length > 0) return null;
    const [row] = await tx.select().from(idempotencyKeys).where(where);
    return row ?? null;
  });
  if (earlier) {
    if (earlier.requestHash !== request.hash) fail('idempotency_mismatch');
    if (earlier.status === null)
      fail('conflict', { message: 'The first request with this key is still being worked on.' });
    return earlier.answer as Result;
  }
  try {
    const result = await work();
    await database.transaction(scope, (tx) =>
      tx
        .update(idempotencyKeys)
        .set({ status: 200, answer: sql`${JSON.stringify(result)}::jsonb` })
        .where(where),
    );
    return result;
  } catch (error) {
    await database.transaction(scope, (tx) => tx.delete(idempotencyKeys).where(where));
    throw error;
  }
}
