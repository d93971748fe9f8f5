import type { AgentId, ConversationId } from '@antiphon/contract/ids';
import { and, desc, eq, getColumns, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { conversations } from '../../db/schema/conversations.ts';
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
  thumbsDown: sql<number>`(select count(*) from messages m where ${ofConversation} and m.thumb is not null and m.thumb ->> 'value' = 'down')::int`,
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
