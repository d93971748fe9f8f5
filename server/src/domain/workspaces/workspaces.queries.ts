import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { invitations, workspaceMembers, workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

export type WorkspaceRow = typeof workspaces.$inferSelect;

const isLive = (scope: Scope) => and(eq(workspaces.uid, scope.workspaceUid), isNull(workspaces.deletedAt));

export async function findWorkspace(tx: Tx, scope: Scope): Promise<WorkspaceRow | null> {
  const [row] = await tx.select().from(workspaces).where(isLive(scope));
  return row ?? null;
}

/** Until the transaction ends nobody else joins, leaves, renames or deletes. */
export async function lockWorkspace(tx: Tx, scope: Scope): Promise<WorkspaceRow | null> {
  const [row] = await tx.select().from(workspaces).where(isLive(scope)).for('update');
  return row ?? null;
}

export async function updateWorkspace(tx: Tx, scope: Scope, change: Partial<WorkspaceRow>) {
  await tx.update(workspaces).set(change).where(isLive(scope));
}

/** Members, invitations, the key: every way in is closed. A deleted agent answers nobody. */
export async function endWorkspace(tx: Tx, scope: Scope, now: Date) {
  const { workspaceUid } = scope;
  await tx.delete(workspaceMembers).where(eq(workspaceMembers.workspaceUid, workspaceUid));
  await tx.delete(invitations).where(eq(invitations.workspaceUid, workspaceUid));
  await tx
    .update(agents)
    .set({ deletedAt: now })
    .where(and(eq(agents.workspaceUid, workspaceUid), isNull(agents.deletedAt)));
  await updateWorkspace(tx, scope, { deletedAt: now, secretHash: `deleted:${workspaceUid}` });
}
