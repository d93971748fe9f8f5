import type { SpokenTurn } from '@antiphon/contract/conversations';
import type { AgentId } from '@antiphon/contract/ids';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { calls } from '../../db/schema/calls.ts';
import { replyTraces } from '../../db/schema/conversations.ts';
import type { Scope } from '../../db/scope.ts';

/** Of the newest calls of an agent, tests left out: how long their callers waited for answers, as far as traces are kept. */
export async function listSpokenTurns(tx: Tx, scope: Scope, agentId: AgentId, most: number): Promise<SpokenTurn[]> {
  const isIts = and(eq(calls.workspaceUid, scope.workspaceUid), eq(calls.agentId, agentId), eq(calls.isTest, false));
  const newest = tx
    .select({ id: calls.conversationId })
    .from(calls)
    .where(isIts)
    .orderBy(desc(calls.createdAt), desc(calls.id))
    .limit(most);
  const ids = [...new Set((await newest).map(({ id }) => id))];
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ spoken: sql<SpokenTurn>`${replyTraces.trace} -> 'spoken'` })
    .from(replyTraces)
    .where(
      and(
        eq(replyTraces.workspaceUid, scope.workspaceUid),
        inArray(replyTraces.conversationId, ids),
        sql`${replyTraces.trace} -> 'spoken' is not null`,
      ),
    );
  return rows.map(({ spoken }) => spoken);
}
