import type { ChannelConnectionId, ChannelThreadId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { newChannelThreadId } from '@antiphon/contract/ids';
import { and, asc, count, desc, eq, exists, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isHeld, type Lease, type renewed } from '../../db/lease.ts';
import { channelConversations, channelInbox, channelSends, channelThreads } from '../../db/schema/channels.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import type { InboundEvent, OutgoingPart } from '../channels/channels.ports.ts';
import { DEBOUNCE } from './channel-threads.rules.ts';

export type ThreadRow = typeof channelThreads.$inferSelect;
export type WaitingEvent = { id: number; failures: number; createdAt: Date; event: InboundEvent };
export type SendRow = typeof channelSends.$inferSelect;

const isThread = (scope: Scope, id: ChannelThreadId) =>
  and(eq(channelThreads.workspaceUid, scope.workspaceUid), eq(channelThreads.id, id));
const ms = (value: number) => sql`${value}::int * interval '1 millisecond'`;

/** Everything that waits at a connection is looked at now. */
export async function wakeThreads(tx: Tx, scope: Scope, connectionId: ChannelConnectionId) {
  await tx
    .update(channelThreads)
    .set({ dueAt: sql`clock_timestamp()`, wakes: sql`${channelThreads.wakes} + 1` })
    .where(
      and(
        eq(channelThreads.workspaceUid, scope.workspaceUid),
        eq(channelThreads.connectionId, connectionId),
        sql`(exists (select from channel_inbox i where i.thread_id = ${channelThreads}.id and i.payload is not null)
          or exists (select from channel_sends s where s.thread_id = ${channelThreads}.id and s.state in ('queued', 'sending', 'unsure')))`,
      ),
    );
}

/**
 * Keeps what a provider told, each event once, and makes its thread due: after a quiet moment of its person, or a few seconds
 * after the first line that waits.
 */
export async function insertEvent(tx: Tx, scope: Scope, connectionId: ChannelConnectionId, event: InboundEvent) {
  const { workspaceUid } = scope;
  // Who never wrote was written to by somebody else.
  if (event.kind !== 'status')
    await tx
      .insert(channelThreads)
      .values({ id: newChannelThreadId(), workspaceUid, connectionId, thread: event.thread })
      .onConflictDoNothing();
  const [thread] = await tx
    .select({ id: channelThreads.id })
    .from(channelThreads)
    .where(
      and(
        eq(channelThreads.workspaceUid, workspaceUid),
        eq(channelThreads.connectionId, connectionId),
        eq(channelThreads.thread, event.thread),
      ),
    );
  if (!thread) return;
  const kept = await tx
    .insert(channelInbox)
    .values({
      workspaceUid,
      threadId: thread.id,
      eventKey: event.key,
      kind: event.kind,
      place: event.place ?? 0,
      at: new Date(event.at),
      payload: event,
    })
    .onConflictDoNothing()
    .returning({ id: channelInbox.id });
  if (kept.length === 0) return;
  const isLine = event.kind === 'message' || event.kind === 'unsupported';
  const first = sql`(select min(i.created_at) from channel_inbox i where i.thread_id = ${thread.id} and i.payload is not null)`;
  const quiet = sql`clock_timestamp() + ${ms(DEBOUNCE.quietMs)}`;
  await tx
    .update(channelThreads)
    .set({
      // What is told beside their lines neither hastens nor delays these.
      dueAt: isLine
        ? sql`least(${quiet}, ${first} + ${ms(DEBOUNCE.longestMs)})`
        : sql`least(${channelThreads.dueAt}, ${quiet})`,
      wakes: sql`${channelThreads.wakes} + 1`,
      ...(isLine
        ? { lastInAt: sql`greatest(${channelThreads.lastInAt}, least(now(), ${event.at}::timestamptz))` }
        : {}),
    })
    .where(isThread(scope, thread.id));
}

/** By the provider's clock, oldest first; within one of its seconds by its numbers, or as they came where it has none. */
export async function listEvents(tx: Tx, scope: Scope, threadId: ChannelThreadId, most: number) {
  const rows = await tx
    .select()
    .from(channelInbox)
    .where(
      and(
        eq(channelInbox.workspaceUid, scope.workspaceUid),
        eq(channelInbox.threadId, threadId),
        isNotNull(channelInbox.payload),
      ),
    )
    .orderBy(asc(channelInbox.at), asc(channelInbox.place), asc(channelInbox.id))
    .limit(most);
  return rows.map(
    ({ payload, ...row }): WaitingEvent => ({
      id: row.id,
      failures: row.failures,
      createdAt: row.createdAt,
      event: payload as InboundEvent,
    }),
  );
}

/** How many events of the thread came in the minute before one, with it; what became of our own messages is none of theirs. */
export async function countRecent(tx: Tx, scope: Scope, threadId: ChannelThreadId, { id, createdAt }: WaitingEvent) {
  const [row] = await tx
    .select({ events: count() })
    .from(channelInbox)
    .where(
      and(
        eq(channelInbox.workspaceUid, scope.workspaceUid),
        eq(channelInbox.threadId, threadId),
        gt(channelInbox.createdAt, new Date(createdAt.getTime() - 60_000)),
        ne(channelInbox.kind, 'status'),
        sql`${channelInbox.id} <= ${id}`,
      ),
    );
  return row?.events ?? 0;
}

/** What was said goes; that it came stays. */
export async function settleEvent(tx: Tx, scope: Scope, id: number) {
  await tx
    .update(channelInbox)
    .set({ payload: null })
    .where(and(eq(channelInbox.workspaceUid, scope.workspaceUid), eq(channelInbox.id, id)));
}

export async function noteFailure(tx: Tx, scope: Scope, id: number) {
  await tx
    .update(channelInbox)
    .set({ failures: sql`${channelInbox.failures} + 1` })
    .where(and(eq(channelInbox.workspaceUid, scope.workspaceUid), eq(channelInbox.id, id)));
}

/** The one that goes on, with what tells whether it does. */
export async function findCurrent(tx: Tx, scope: Scope, threadId: ChannelThreadId) {
  const [row] = await tx
    .select({
      id: conversations.id,
      agentId: conversations.agentId,
      handoff: conversations.handoff,
      lang: conversations.lang,
      lastMessageAt: conversations.lastMessageAt,
    })
    .from(channelConversations)
    .innerJoin(conversations, eq(conversations.id, channelConversations.conversationId))
    .where(and(eq(channelConversations.workspaceUid, scope.workspaceUid), eq(channelConversations.threadId, threadId)))
    .orderBy(desc(channelConversations.createdAt))
    .limit(1);
  return row ?? null;
}

export async function insertConversation(
  tx: Tx,
  scope: Scope,
  row: { conversationId: ConversationId; threadId: ChannelThreadId; plannedPosition: number },
) {
  await tx.insert(channelConversations).values({ ...row, workspaceUid: scope.workspaceUid });
  if (row.plannedPosition === 0)
    await tx
      .update(channelThreads)
      .set({ dueAt: sql`least(${channelThreads.dueAt}, clock_timestamp())`, wakes: sql`${channelThreads.wakes} + 1` })
      .where(isThread(scope, row.threadId));
}

export async function setReachable(tx: Tx, scope: Scope, id: ChannelThreadId, isReachable: boolean) {
  await tx.update(channelThreads).set({ isReachable }).where(isThread(scope, id));
}

/** Conversations of a thread with messages that have ended and whose parts are not planned yet: those messages, in order. */
export const listUnplanned = (tx: Tx, scope: Scope, threadId: ChannelThreadId) =>
  tx
    .select({
      conversationId: messages.conversationId,
      agentId: messages.agentId,
      lang: conversations.lang,
      message: messages,
    })
    .from(channelConversations)
    .innerJoin(conversations, eq(conversations.id, channelConversations.conversationId))
    .innerJoin(
      messages,
      and(
        eq(messages.workspaceUid, scope.workspaceUid),
        eq(messages.conversationId, channelConversations.conversationId),
        gt(messages.position, channelConversations.plannedPosition),
      ),
    )
    .where(and(eq(channelConversations.workspaceUid, scope.workspaceUid), eq(channelConversations.threadId, threadId)))
    .orderBy(asc(channelConversations.createdAt), asc(messages.position))
    .limit(50);

/** The parts of the last message of an operator. */
export const listLastDelivery = (tx: Tx, scope: Scope, id: ConversationId) =>
  tx
    .select({ state: channelSends.state, problem: channelSends.problem })
    .from(channelSends)
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        eq(channelSends.conversationId, id),
        sql`${channelSends.messageId} = (select m.id from messages m where m.workspace_uid = ${scope.workspaceUid}
          and m.conversation_id = ${id} and m.role = 'operator' order by m.position desc limit 1)`,
      ),
    );

/** Something of the agent was planned in the conversation before. */
export async function hasAnswered(tx: Tx, scope: Scope, id: ConversationId): Promise<boolean> {
  const [row] = await tx
    .select({ part: channelSends.part })
    .from(channelSends)
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        eq(channelSends.conversationId, id),
        eq(channelSends.isOfAgent, true),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The parts of a message, once, with how far the conversation is planned. */
export async function insertSends(
  tx: Tx,
  scope: Scope,
  planned: {
    threadId: ChannelThreadId;
    conversationId: ConversationId;
    messageId: MessageId;
    position: number;
    isOfAgent: boolean;
    parts: OutgoingPart[];
  },
) {
  const { threadId, conversationId, messageId, position, isOfAgent, parts } = planned;
  const { workspaceUid } = scope;
  if (parts.length > 0)
    await tx
      .insert(channelSends)
      .values(
        parts.map((payload, part) => ({ conversationId, messageId, part, workspaceUid, threadId, isOfAgent, payload })),
      )
      .onConflictDoNothing();
  await tx
    .update(channelConversations)
    .set({ plannedPosition: position })
    .where(
      and(eq(channelConversations.workspaceUid, workspaceUid), eq(channelConversations.conversationId, conversationId)),
    );
}

/** The parts of the thread that a provider tells of, by its own id or by the one that we gave it. */
export const listTold = (
  tx: Tx,
  scope: Scope,
  threadId: ChannelThreadId,
  { providerId, ref }: { providerId: string; ref: { messageId: MessageId; part: number } | null },
): Promise<SendRow[]> =>
  tx
    .select()
    .from(channelSends)
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        eq(channelSends.threadId, threadId),
        or(
          and(ne(channelSends.providerId, ''), eq(channelSends.providerId, providerId)),
          ref ? and(eq(channelSends.messageId, ref.messageId), eq(channelSends.part, ref.part)) : undefined,
        ),
      ),
    )
    .for('update');

/** What became of parts after they had left, whoever has the thread. */
export async function setTold(tx: Tx, scope: Scope, sends: SendRow[], change: Partial<SendRow>) {
  if (sends.length === 0) return;
  await tx
    .update(channelSends)
    .set(change)
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        inArray(
          channelSends.seq,
          sends.map(({ seq }) => seq),
        ),
      ),
    );
}

/** The first part that has not ended; it is the only one that may be under way. */
export async function findNextSend(tx: Tx, scope: Scope, threadId: ChannelThreadId): Promise<SendRow | null> {
  const [row] = await tx
    .select()
    .from(channelSends)
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        eq(channelSends.threadId, threadId),
        sql`${channelSends.state} in ('queued', 'sending', 'unsure')`,
      ),
    )
    .orderBy(asc(channelSends.seq))
    .limit(1);
  return row ?? null;
}

/** Held until the transaction ends, so that nobody takes the conversation over in between. Null once it was erased. */
export async function lockHandoff(tx: Tx, scope: Scope, id: ConversationId) {
  const [row] = await tx
    .select({ handoff: conversations.handoff })
    .from(conversations)
    .where(and(eq(conversations.workspaceUid, scope.workspaceUid), eq(conversations.id, id)))
    .for('share');
  return row?.handoff ?? null;
}

/** Where the part is as it was read and the thread still leased; false where another worker has it. */
export async function updateSend(
  tx: Tx,
  scope: Scope,
  { send, lease }: { send: SendRow; lease: Lease },
  change: Partial<SendRow>,
): Promise<boolean> {
  const held = tx
    .select({ id: channelThreads.id })
    .from(channelThreads)
    .where(and(isThread(scope, send.threadId), isHeld(channelThreads, lease)));
  const changed = await tx
    .update(channelSends)
    .set(change)
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        eq(channelSends.conversationId, send.conversationId),
        eq(channelSends.messageId, send.messageId),
        eq(channelSends.part, send.part),
        eq(channelSends.state, send.state),
        eq(channelSends.tries, send.tries),
        exists(held),
      ),
    )
    .returning({ part: channelSends.part });
  return changed.length > 0;
}

export async function updateLeased(
  tx: Tx,
  scope: Scope,
  { id, lease }: { id: ChannelThreadId; lease: Lease },
  change: Partial<ThreadRow> | ReturnType<typeof renewed>,
): Promise<boolean> {
  const changed = await tx
    .update(channelThreads)
    .set(change)
    .where(and(isThread(scope, id), isHeld(channelThreads, lease)))
    .returning({ id: channelThreads.id });
  return changed.length > 0;
}

/** Gives the thread back: due at `next`, or at once where more came since it was claimed. */
export async function settleThread(
  tx: Tx,
  scope: Scope,
  { id, lease, wakes }: { id: ChannelThreadId; lease: Lease; wakes: number },
  next: Date | null,
): Promise<void> {
  await tx
    .update(channelThreads)
    .set({
      leaseOwner: null,
      leaseUntil: null,
      dueAt: sql`case when ${channelThreads.wakes} = ${wakes} then ${next?.toISOString() ?? null}::timestamptz else ${channelThreads.dueAt} end`,
    })
    .where(and(isThread(scope, id), isHeld(channelThreads, lease)));
}

export async function findThread(tx: Tx, scope: Scope, id: ChannelThreadId): Promise<ThreadRow | null> {
  const [row] = await tx.select().from(channelThreads).where(isThread(scope, id));
  return row ?? null;
}
