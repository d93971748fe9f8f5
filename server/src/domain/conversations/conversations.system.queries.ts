import { and, asc, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK } from '../../db/lease.ts';
import { conversationEvents, conversations, replyTraces } from '../../db/schema/conversations.ts';
import type { SystemScope } from '../../db/scope.ts';

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx) {
  await tx.update(conversations).set(GIVEN_BACK).where(isNotNull(conversations.leaseOwner));
}

/** At most `most`; how many went. */
export const deleteEventsBefore = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, conversationEvents, lt(conversationEvents.createdAt, before), most);

/** At most `most`; how many went. */
export const deleteTracesBefore = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, replyTraces, lt(replyTraces.createdAt, before), most);

/** Of every workspace, quiet for the longest first. */
export function listQuiet(tx: Tx, _scope: SystemScope, quietSince: Date, limit: number) {
  return tx
    .select({ id: conversations.id, workspaceUid: conversations.workspaceUid })
    .from(conversations)
    .where(
      and(
        // As the index `conversations_open` has it.
        sql`not is_test and (ended_at is null or ended_at < last_message_at) and not is_simulated`,
        lte(conversations.lastMessageAt, quietSince),
      ),
    )
    .orderBy(asc(conversations.lastMessageAt))
    .limit(limit);
}
