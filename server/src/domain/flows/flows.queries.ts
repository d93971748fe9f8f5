import type { FlowLayout } from '@antiphon/contract/flows';
import type { AgentId } from '@antiphon/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import type { Scope } from '../../db/scope.ts';

const isOne = (scope: Scope, id: AgentId) =>
  and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNull(agents.deletedAt));

/** Null where the agent is not the scope's. */
export async function findLayout(tx: Tx, scope: Scope, id: AgentId): Promise<FlowLayout | null> {
  const [row] = await tx.select({ layout: agents.flowLayout }).from(agents).where(isOne(scope, id));
  return row?.layout ?? null;
}

/** False where the agent is not the scope's. */
export async function updateLayout(tx: Tx, scope: Scope, id: AgentId, flowLayout: FlowLayout): Promise<boolean> {
  const rows = await tx.update(agents).set({ flowLayout }).where(isOne(scope, id)).returning({ id: agents.id });
  return rows.length > 0;
}
