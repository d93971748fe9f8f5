import type { AgencyId } from '@antiphon/contract/ids';
import { and, eq, getColumns, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies } from '../../db/schema/agencies.ts';
import { clientSessions } from '../../db/schema/client-sessions.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

export type AgencyRow = typeof agencies.$inferSelect;

/** With the owner of its workspace. */
export async function findAgency(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({ agency: getColumns(agencies), ownerUserId: workspaces.ownerUserId })
    .from(agencies)
    .innerJoin(workspaces, eq(workspaces.uid, agencies.workspaceUid))
    .where(eq(agencies.workspaceUid, scope.workspaceUid));
  return row ?? null;
}

/** What clients' browsers get of its style sheet; empty where there is none. */
export async function findScopedCss(tx: Tx, scope: Scope): Promise<string> {
  const [row] = await tx
    .select({ css: agencies.scopedCSS })
    .from(agencies)
    .where(eq(agencies.workspaceUid, scope.workspaceUid));
  return row?.css ?? '';
}

/** Nobody else changes it until the transaction ends. */
export async function lockAgency(tx: Tx, scope: Scope): Promise<AgencyRow | null> {
  const [row] = await tx.select().from(agencies).where(eq(agencies.workspaceUid, scope.workspaceUid)).for('update');
  return row ?? null;
}

export async function insertAgency(tx: Tx, scope: Scope, row: Omit<typeof agencies.$inferInsert, 'workspaceUid'>) {
  await tx.insert(agencies).values({ ...row, workspaceUid: scope.workspaceUid });
}

/** Its hosts go with it. False where there is no such agency. */
export async function deleteAgency(tx: Tx, scope: Scope, id: AgencyId): Promise<boolean> {
  const gone = await tx
    .delete(agencies)
    .where(and(eq(agencies.workspaceUid, scope.workspaceUid), eq(agencies.id, id)))
    .returning({ id: agencies.id });
  return gone.length > 0;
}

export async function updateAgency(tx: Tx, scope: Scope, change: Partial<AgencyRow>) {
  await tx.update(agencies).set(change).where(eq(agencies.workspaceUid, scope.workspaceUid));
}

/** Dashboards that were opened with the agency's key; those of a client's name go on. */
export async function endKeySessions(tx: Tx, scope: Scope) {
  await tx
    .delete(clientSessions)
    .where(and(eq(clientSessions.workspaceUid, scope.workspaceUid), isNull(clientSessions.clientId)));
}
