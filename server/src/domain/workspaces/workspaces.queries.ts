import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

export type WorkspaceRow = typeof workspaces.$inferSelect;

export async function findWorkspace(tx: Tx, scope: Scope): Promise<WorkspaceRow | null> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.uid, scope.workspaceUid));
  return row ?? null;
}

export async function updateWorkspace(tx: Tx, scope: Scope, change: Partial<WorkspaceRow>) {
  await tx.update(workspaces).set(change).where(eq(workspaces.uid, scope.workspaceUid));
}
