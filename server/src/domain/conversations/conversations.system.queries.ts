import type { ConversationId, MessageId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK, isLapsed } from '../../db/lease.ts';
import { conversationEvents, conversations, messages, replyTraces } from '../../db/schema/conversations.ts';

/** Before a scope exists: whose conversation does this token open? */
export async function findVisitor(tx: Tx, id: ConversationId, tokenHash: string) {
  const [row] = await tx
    .select({ workspaceUid: conversations.workspaceUid, agentId: conversations.agentId })
    .from(conversations)
    .where(and(eq(conversations.id, id), eq(conversations.visitorTokenHash, tokenHash)));
  return row ?? null;
}

/** Conversations that owe a reply and that nobody works on: their worker died, or never began. */
export async function listAbandoned(tx: Tx): Promise<{ id: ConversationId; workspaceUid: WorkspaceUid }[]> {
  return tx
    .selectDistinct({ id: conversations.id, workspaceUid: conversations.workspaceUid })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        inArray(messages.state, ['queued', 'streaming']),
        eq(messages.role, 'agent'),
        or(isNull(conversations.leaseUntil), isLapsed(conversations)),
      ),
    )
    .limit(100);
}

/** Replies that are being written, by whatever process, and that somebody asked to stop. */
export async function listStopped(tx: Tx): Promise<MessageId[]> {
  const rows = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.state, 'streaming'), eq(messages.stopRequested, true)));
  return rows.map((row) => row.id);
}

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
