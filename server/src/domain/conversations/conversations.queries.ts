import type { SpokenTurn, Trace } from '@antiphon/contract/conversations';
import type { ConversationEvent } from '@antiphon/contract/events';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { and, asc, desc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { conversationEvents, conversations, messages, replyTraces } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import type { StoredEvent } from '../streams/live-conversations.ts';

export type ConversationRow = typeof conversations.$inferSelect;
export type MessageRow = typeof messages.$inferSelect;

const isConversation = (scope: Scope, id: ConversationId) =>
  and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id));
const isIn = (scope: Scope, id: ConversationId) =>
  and(eq(messages.workspaceUid, scope.workspaceUid), eq(messages.conversationId, id));

export async function insertConversation(tx: Tx, row: typeof conversations.$inferInsert) {
  await tx.insert(conversations).values(row);
}

export async function findConversation(tx: Tx, scope: Scope, id: ConversationId): Promise<ConversationRow | null> {
  const [row] = await tx.select().from(conversations).where(isConversation(scope, id));
  return row ?? null;
}

/** Whatever adds messages or events to a conversation holds this lock, so that positions and event ids have no gaps. */
export async function lockConversation(tx: Tx, scope: Scope, id: ConversationId): Promise<ConversationRow | null> {
  const [row] = await tx.select().from(conversations).where(isConversation(scope, id)).for('update');
  return row ?? null;
}

export async function updateConversation(tx: Tx, scope: Scope, id: ConversationId, change: Partial<ConversationRow>) {
  await tx.update(conversations).set(change).where(isConversation(scope, id));
}

export function listMessages(tx: Tx, scope: Scope, id: ConversationId): Promise<MessageRow[]> {
  return tx.select().from(messages).where(isIn(scope, id)).orderBy(asc(messages.position));
}

export async function findMessage(tx: Tx, scope: Scope, id: ConversationId, messageId: MessageId) {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(isIn(scope, id), eq(messages.id, messageId)));
  return row ?? null;
}

/** Null where there is none, or none any more. */
export async function findTrace(tx: Tx, scope: Scope, id: ConversationId, messageId: MessageId): Promise<Trace | null> {
  const isIts = and(
    eq(replyTraces.workspaceUid, scope.workspaceUid),
    eq(replyTraces.conversationId, id),
    eq(replyTraces.messageId, messageId),
  );
  const [row] = await tx
    .select({ trace: replyTraces.trace, begunAt: messages.createdAt })
    .from(replyTraces)
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceUid, replyTraces.workspaceUid),
        eq(messages.conversationId, replyTraces.conversationId),
        eq(messages.id, replyTraces.messageId),
      ),
    )
    .where(isIts);
  return row ? { ...row.trace, begunAt: row.begunAt.toISOString() } : null;
}

/** What the visitor wrote, the newest messages of it. */
export async function listVisitorWords(tx: Tx, scope: Scope, id: ConversationId): Promise<string[]> {
  const rows = await tx
    .select({ text: messages.text })
    .from(messages)
    .where(and(isIn(scope, id), eq(messages.role, 'visitor')))
    .orderBy(desc(messages.position))
    .limit(200);
  return rows.map(({ text }) => text);
}

/** The oldest reply that is still owed. */
export async function findPendingReply(tx: Tx, scope: Scope, id: ConversationId): Promise<MessageRow | null> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(isIn(scope, id), eq(messages.role, 'agent'), inArray(messages.state, ['queued', 'streaming'])))
    .orderBy(asc(messages.position))
    .limit(1);
  return row ?? null;
}

/** What is owed and not begun is owed no more; the messages that it answered stand without a reply. */
export async function deleteQueuedReplies(tx: Tx, scope: Scope, id: ConversationId) {
  const gone = await tx
    .delete(messages)
    .where(and(isIn(scope, id), eq(messages.role, 'agent'), eq(messages.state, 'queued')))
    .returning({ id: messages.id });
  if (gone.length === 0) return;
  const ids = gone.map((row) => row.id);
  await tx
    .update(messages)
    .set({ replyId: null })
    .where(and(isIn(scope, id), inArray(messages.replyId, ids)));
}

export async function findLastPosition(tx: Tx, scope: Scope, id: ConversationId): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${messages.position}), 0)::int` })
    .from(messages)
    .where(isIn(scope, id));
  return row?.last ?? 0;
}

export async function insertMessages(tx: Tx, rows: (typeof messages.$inferInsert)[]): Promise<MessageRow[]> {
  return tx.insert(messages).values(rows).returning();
}

/** Of the agent, for what the visitor wrote last and nobody answered (`owe_reply`). The caller holds the conversation's lock. */
export async function insertOwedReply(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  reply: { id: MessageId; refusal: string; now: Date },
): Promise<'nothing' | 'owed' | 'limit'> {
  const outcome = sql<
    'nothing' | 'owed' | 'limit'
  >`owe_reply(${scope.workspaceUid}, ${id}, ${reply.id}, ${reply.refusal}, ${reply.now.toISOString()})`;
  const [row] = await tx.select({ outcome }).from(conversations).where(isConversation(scope, id));
  return row?.outcome ?? 'nothing';
}

/** All that was written of an answer whose end nobody heard; the first time alone. */
export async function keepWritten(tx: Tx, scope: Scope, id: ConversationId, messageId: MessageId, written: string) {
  await tx
    .update(replyTraces)
    .set({ trace: sql`jsonb_build_object('written', ${written}::text) || ${replyTraces.trace}` })
    .where(
      and(
        eq(replyTraces.workspaceUid, scope.workspaceUid),
        eq(replyTraces.conversationId, id),
        eq(replyTraces.messageId, messageId),
      ),
    );
}

export async function keepSpoken(
  tx: Tx,
  scope: Scope,
  { conversationId, messageId, spoken }: { conversationId: ConversationId; messageId: MessageId; spoken: SpokenTurn },
) {
  await tx
    .update(replyTraces)
    .set({ trace: sql`${replyTraces.trace} || jsonb_build_object('spoken', ${JSON.stringify(spoken)}::jsonb)` })
    .where(
      and(
        eq(replyTraces.workspaceUid, scope.workspaceUid),
        eq(replyTraces.conversationId, conversationId),
        eq(replyTraces.messageId, messageId),
      ),
    );
}

export async function insertTrace(tx: Tx, row: typeof replyTraces.$inferInsert) {
  await tx.insert(replyTraces).values(row);
}

export async function updateMessage(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  messageId: MessageId,
  change: Partial<MessageRow>,
) {
  await tx
    .update(messages)
    .set(change)
    .where(and(isIn(scope, id), eq(messages.id, messageId)));
}

/** The conversation's row is locked by the caller; ids count from `after`. `change` is written to the row on the way. */
export async function insertEvents(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  after: number,
  events: ConversationEvent[],
  change: Partial<ConversationRow> = {},
): Promise<StoredEvent[]> {
  const stored = events.map((event, index) => ({ seq: after + index + 1, ...event }));
  if (stored.length === 0) return [];
  await tx
    .insert(conversationEvents)
    .values(stored.map((row) => ({ ...row, conversationId: id, workspaceUid: scope.workspaceUid })));
  await updateConversation(tx, scope, id, { ...change, lastEventSeq: after + stored.length });
  return stored;
}

/** The first event that names a message, or null when it was purged. */
export async function findFirstEventSeq(tx: Tx, scope: Scope, id: ConversationId, messageId: MessageId) {
  const [row] = await tx
    .select({ seq: conversationEvents.seq })
    .from(conversationEvents)
    .where(
      and(
        eq(conversationEvents.workspaceUid, scope.workspaceUid),
        eq(conversationEvents.conversationId, id),
        sql`${conversationEvents.data} ->> 'messageId' = ${messageId}`,
      ),
    )
    .orderBy(asc(conversationEvents.seq))
    .limit(1);
  return row?.seq ?? null;
}

/** Where it is open and nothing was said after `quietSince`; its agent, or null where it is not so. */
export async function markEnded(
  tx: Tx,
  scope: Scope,
  ending: { id: ConversationId; quietSince: Date; now: Date },
): Promise<AgentId | null> {
  const { endedAt, lastMessageAt } = conversations;
  const [row] = await tx
    .update(conversations)
    .set({ endedAt: ending.now })
    .where(
      and(
        eq(conversations.workspaceUid, scope.workspaceUid),
        eq(conversations.id, ending.id),
        eq(conversations.isTest, false),
        or(isNull(endedAt), lt(endedAt, lastMessageAt)),
        lte(lastMessageAt, ending.quietSince),
      ),
    )
    .returning({ agentId: conversations.agentId });
  return row?.agentId ?? null;
}

// The lease of a conversation is taken by `begin_reply`, and given back by `finish_reply` where nothing more is owed.

const isMine = (scope: Scope, id: ConversationId, lease: Lease) =>
  and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id), isHeld(conversations, lease));

/** False when it is not held any more. */
export async function renewLease(tx: Tx, scope: Scope, id: ConversationId, lease: Lease, ms: number) {
  const rows = await tx
    .update(conversations)
    .set(renewed(ms))
    .where(isMine(scope, id, lease))
    .returning({ id: conversations.id });
  return rows.length > 0;
}

/** Does nothing where another holds it by now. */
export async function giveBackLease(tx: Tx, scope: Scope, id: ConversationId, lease: Lease) {
  await tx
    .update(conversations)
    .set(GIVEN_BACK)
    .where(isMine(scope, id, lease));
}

/** Null where there is no such conversation. */
export async function lockTags(tx: Tx, scope: Scope, id: ConversationId): Promise<string[] | null> {
  const [row] = await tx
    .select({ tags: conversations.tags })
    .from(conversations)
    .where(isConversation(scope, id))
    .for('update');
  return row?.tags ?? null;
}

export async function updateTags(tx: Tx, scope: Scope, id: ConversationId, tags: string[]) {
  await tx.update(conversations).set({ tags }).where(isConversation(scope, id));
}
