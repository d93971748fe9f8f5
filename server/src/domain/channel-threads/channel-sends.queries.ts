import type { ChannelThreadId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { and, asc, eq, exists, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isHeld, type Lease } from '../../db/lease.ts';
import { channelConversations, channelSends, channelThreads } from '../../db/schema/channels.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';
import type { OutgoingPart } from '../channels/channels.ports.ts';

export type SendRow = typeof channelSends.$inferSelect;
/** Of a person, and neither of the agent nor what the transcript says of who came and left. */
export type NextSend = SendRow & { isOfPerson: boolean };

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

/** The parts of the thread that had left by then. A message that nobody knows of may not have. */
export const listLeft = (tx: Tx, scope: Scope, threadId: ChannelThreadId, until: Date): Promise<SendRow[]> =>
  tx
    .select()
    .from(channelSends)
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        eq(channelSends.threadId, threadId),
        inArray(channelSends.state, ['sent', 'delivered']),
        lte(channelSends.begunAt, until),
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
export async function findNextSend(tx: Tx, scope: Scope, threadId: ChannelThreadId): Promise<NextSend | null> {
  const [row] = await tx
    .select({ send: channelSends, role: messages.role })
    .from(channelSends)
    .innerJoin(
      messages,
      and(eq(messages.conversationId, channelSends.conversationId), eq(messages.id, channelSends.messageId)),
    )
    .where(
      and(
        eq(channelSends.workspaceUid, scope.workspaceUid),
        eq(channelSends.threadId, threadId),
        sql`${channelSends.state} in ('queued', 'sending', 'unsure')`,
      ),
    )
    .orderBy(asc(channelSends.seq))
    .limit(1);
  return row ? { ...row.send, isOfPerson: row.role === 'operator' } : null;
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
    .where(
      and(
        eq(channelThreads.workspaceUid, scope.workspaceUid),
        eq(channelThreads.id, send.threadId),
        isHeld(channelThreads, lease),
      ),
    );
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
