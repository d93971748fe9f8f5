import type { Choice } from '@antiphon/contract/events';
import type { ChannelConnectionId, ChannelThreadId, ConversationId } from '@antiphon/contract/ids';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isHeld, type Lease, type renewed } from '../../db/lease.ts';
import { channelConversations, channelThreads } from '../../db/schema/channels.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';

export type ThreadRow = typeof channelThreads.$inferSelect;

const isThread = (scope: Scope, id: ChannelThreadId) =>
  and(eq(channelThreads.workspaceUid, scope.workspaceUid), eq(channelThreads.id, id));

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

/** The buttons of what was said last; none where somebody wrote meanwhile that has no buttons. */
export async function findOffered(tx: Tx, scope: Scope, conversationId: ConversationId): Promise<readonly Choice[]> {
  const [row] = await tx
    .select({ choices: messages.choices })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceUid, scope.workspaceUid),
        eq(messages.conversationId, conversationId),
        ne(messages.role, 'visitor'),
      ),
    )
    .orderBy(desc(messages.position))
    .limit(1);
  return row?.choices ?? [];
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

/** Held until the transaction ends, so that nobody takes themselves off in between. */
export async function lockReachable(tx: Tx, scope: Scope, id: ChannelThreadId): Promise<boolean> {
  const [row] = await tx
    .select({ isReachable: channelThreads.isReachable })
    .from(channelThreads)
    .where(isThread(scope, id))
    .for('share');
  return row?.isReachable ?? false;
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

/** Whose conversation it is, at which connection, and when they wrote last; null in the chat of a page. */
export async function findThreadOf(tx: Tx, scope: Scope, id: ConversationId) {
  const [row] = await tx
    .select({ connectionId: channelThreads.connectionId, lastInAt: channelThreads.lastInAt })
    .from(channelConversations)
    .innerJoin(channelThreads, eq(channelThreads.id, channelConversations.threadId))
    .where(and(eq(channelConversations.workspaceUid, scope.workspaceUid), eq(channelConversations.conversationId, id)));
  return row ?? null;
}

/** When somebody wrote at a connection, and whether they can be written to. */
export async function findWriter(
  tx: Tx,
  scope: Scope,
  { connectionId, thread }: { connectionId: ChannelConnectionId; thread: string },
) {
  const [row] = await tx
    .select({ lastInAt: channelThreads.lastInAt, isReachable: channelThreads.isReachable })
    .from(channelThreads)
    .where(
      and(
        eq(channelThreads.workspaceUid, scope.workspaceUid),
        eq(channelThreads.connectionId, connectionId),
        eq(channelThreads.thread, thread),
      ),
    );
  return row ?? null;
}
