import type { AgentId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';

/** Before a scope exists: whose agent is this? The widget knows nothing but the id. */
export async function findAgentWorkspace(tx: Tx, id: AgentId): Promise<WorkspaceUid | null> {
  const [row] = await tx
    .select({ workspaceUid: agents.workspaceUid })
    .from(agents)
    .where(and(eq(agents.id, id), isNull(agents.deletedAt)));
  return row?.workspaceUid ?? null;
}

export type Purgeable = { id: AgentId; workspaceUid: WorkspaceUid; deletedAt: Date | null };

/** In every workspace of the region: what lies in the trash since before `before`, the oldest first; a page behind `after`. */
export function listPurgeable(
  tx: Tx,
  { before, after }: { before: Date; after: Purgeable | undefined },
  limit: number,
): Promise<Purgeable[]> {
  const isBehind = after?.deletedAt
    ? sql`(${agents.deletedAt}, ${agents.id}) > (${after.deletedAt.toISOString()}::timestamptz, ${after.id})`
    : undefined;
  return tx
    .select({ id: agents.id, workspaceUid: agents.workspaceUid, deletedAt: agents.deletedAt })
    .from(agents)
    .where(and(lt(agents.deletedAt, before), isBehind))
    .orderBy(asc(agents.deletedAt), asc(agents.id))
    .limit(limit);
}
