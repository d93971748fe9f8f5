import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { and, desc, eq, getColumns, lt, sql } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { conversations, messages } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';

export const ofConversation = sql`m.conversation_id = ${conversations.id} and m.workspace_uid = ${conversations.workspaceUid}`;
const firstText = (role: string, direction: 'asc' | 'desc') =>
  sql<string>`coalesce((select left(m.text, 200) from messages m where ${ofConversation} and m.role = ${role} order by m.position ${sql.raw(direction)} limit 1), '')`;

export const summaryColumns = {
  ...getColumns(conversations),
  firstQuestion: firstText('visitor', 'asc'),
  lastMessage: sql<string>`coalesce((select left(m.text, 200) from messages m where ${ofConversation} and m.text <> '' order by m.position desc limit 1), '')`,
  messages: sql<number>`(select count(*) from messages m where ${ofConversation})::int`,
  unanswered: sql<number>`(select count(*) from messages m where ${ofConversation} and m.is_unknown)::int`,
  creditsMicro: sql<number>`(select coalesce(sum(m.credits_micro), 0) from messages m where ${ofConversation})::float8`,
};

/** Those that began before, the newest first. */
export function listEarlierRows(
  tx: Tx,
  scope: Scope,
  { id, agentId, contactEmail }: { id: ConversationId; agentId: AgentId; contactEmail: string },
  limit: number,
) {
  const own = tx.select({ at: conversations.createdAt }).from(conversations).where(eq(conversations.id, id));
  return tx
    .select({ id: conversations.id, createdAt: conversations.createdAt })
    .from(conversations)
    .where(
      and(
        eq(conversations.workspaceUid, scope.workspaceUid),
        eq(conversations.agentId, agentId),
        sql`lower(${conversations.contactEmail}) = lower(${contactEmail})`,
        eq(conversations.isTest, false),
        lt(conversations.createdAt, own),
      ),
    )
    .orderBy(desc(conversations.createdAt))
    .limit(limit);
}

/** Replies that said they do not know, each with the visitor's message that they answer. */
export function listUnanswered(tx: Tx, scope: Scope, agentId: AgentId, page: { limit: number; after: Cursor | null }) {
  const { after } = page;
  return tx
    .select({
      messageId: messages.id,
      conversationId: messages.conversationId,
      createdAt: messages.createdAt,
      question: sql<string>`coalesce((select string_agg(m.text, ' ' order by m.position) from messages m
        where m.conversation_id = ${messages.conversationId} and m.reply_id = ${messages.id}), '')`,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messages.workspaceUid, scope.workspaceUid),
        eq(messages.agentId, agentId),
        eq(messages.isUnknown, true),
        eq(conversations.isTest, false),
        after ? isBehind(messages.createdAt, messages.id, after) : undefined,
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(page.limit);
}
