import { and, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';
import { idempotencyKeys } from './schema/events.ts';
import type { Scope } from './scope.ts';

/** The status of a key whose work changed something and whose answer is not there: it is neither run again nor answered. */
export const BEGUN = 0;

/** Empties the answers of the last day that name `id`; who sends such a request again is refused, and nothing is made anew. */
export async function forgetAnswers(tx: Tx, { workspaceUid }: Scope, id: string): Promise<void> {
  const namesIt = gt(sql`strpos(${idempotencyKeys.answer}::text, ${id})`, 0);
  await tx
    .update(idempotencyKeys)
    .set({ status: BEGUN, answer: null })
    .where(and(eq(idempotencyKeys.workspaceUid, workspaceUid), namesIt));
}
