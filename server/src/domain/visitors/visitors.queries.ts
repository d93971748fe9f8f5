import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../db/database.ts';
import { agentDailyCounts } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';

/** Null where there is no such conversation. */
export const countUnread = (
  database: Database,
  scope: Scope,
  id: ConversationId,
  after: MessageId | null,
): Promise<{ count: number; isAwaited: boolean } | null> => database.call(scope, 'count_unread', [id, after]);

export async function countLoad(tx: Tx, scope: Scope, agentId: AgentId, day: string) {
  await tx
    .insert(agentDailyCounts)
    .values({ agentId, workspaceUid: scope.workspaceUid, day, loads: 1 })
    .onConflictDoUpdate({
      target: [agentDailyCounts.agentId, agentDailyCounts.day],
      set: { loads: sql`${agentDailyCounts.loads} + 1` },
    });
}

export async function sumMonthlyMessages(tx: Tx, scope: Scope, agentId: AgentId, month: string) {
  const [row] = await tx
    .select({ total: sql<number>`coalesce(sum(${agentDailyCounts.messages}), 0)::int` })
    .from(agentDailyCounts)
    .where(
      and(
        eq(agentDailyCounts.workspaceUid, scope.workspaceUid),
        eq(agentDailyCounts.agentId, agentId),
        sql`${agentDailyCounts.day} like ${`${month}-%`}`,
      ),
    );
  return row?.total ?? 0;
}
