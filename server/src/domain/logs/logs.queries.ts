import type { AgentId } from '@antiphon/contract/ids';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { type Cursor, isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { logEntries } from '../../db/schema/logs.ts';
import type { Scope } from '../../db/scope.ts';

export async function hasAgent(tx: Tx, scope: Scope, id: AgentId): Promise<boolean> {
  const isAgent = and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNull(agents.deletedAt));
  return (await tx.select({ id: agents.id }).from(agents).where(isAgent)).length > 0;
}

export async function insertLogEntry(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof logEntries.$inferInsert, 'workspaceUid'>,
): Promise<void> {
  await tx.insert(logEntries).values({ ...row, workspaceUid: scope.workspaceUid });
}

/** Newest first; `after` is the last row of the page before. */
export function listLogEntries(
  tx: Tx,
  scope: Scope,
  query: { agentId: AgentId | null; type: string | null; limit: number; after: Cursor | null },
) {
  const { agentId, type, after } = query;
  return tx
    .select()
    .from(logEntries)
    .where(
      and(
        eq(logEntries.workspaceUid, scope.workspaceUid),
        agentId ? eq(logEntries.agentId, agentId) : undefined,
        type ? eq(logEntries.type, type) : undefined,
        after ? isBehind(logEntries.createdAt, logEntries.id, after) : undefined,
      ),
    )
    .orderBy(desc(logEntries.createdAt), desc(logEntries.id))
    .limit(query.limit);
}
