import type { AgentId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, eq, isNull, lt } from 'drizzle-orm';
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

/** In every workspace of the region: what lies in the trash since before `before`, the oldest first. */
export function listPurgeable(
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ id: AgentId; workspaceUid: WorkspaceUid }[]> {
  return tx
    .select({ id: agents.id, workspaceUid: agents.workspaceUid })
    .from(agents)
    .where(lt(agents.deletedAt, before))
    .orderBy(asc(agents.deletedAt))
    .limit(limit);
}
