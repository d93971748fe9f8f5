import type { AgencyId } from '@antiphon/contract/ids';
import { and, desc, eq, getColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies, agencyHosts } from '../../db/schema/agencies.ts';
import { clientSessions } from '../../db/schema/client-sessions.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { Scope } from '../../db/scope.ts';

const isServed = isNull(agencyHosts.releasedAt);

export type AgencyRow = typeof agencies.$inferSelect;

/** With its host, if one is claimed, and the owner of its workspace. */
export async function findAgency(tx: Tx, scope: Scope) {
  const [row] = await tx
    .select({ agency: getColumns(agencies), host: agencyHosts.host, ownerUserId: workspaces.ownerUserId })
    .from(agencies)
    .innerJoin(workspaces, eq(workspaces.uid, agencies.workspaceUid))
    .leftJoin(agencyHosts, and(eq(agencyHosts.agencyId, agencies.id), isServed))
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

/** Its host goes with it. False where there is no such agency. */
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

/** False where somebody has the host, in whatever workspace, or gave it back in the last 30 days. One's own comes back. */
export async function takeHost(tx: Tx, scope: Scope, agencyId: AgencyId, host: string): Promise<boolean> {
  const own = await tx
    .update(agencyHosts)
    .set({ releasedAt: null, createdAt: sql`now()` })
    .where(and(eq(agencyHosts.workspaceUid, scope.workspaceUid), eq(agencyHosts.host, host)))
    .returning({ host: agencyHosts.host });
  if (own.length > 0) return true;
  const inserted = await tx
    .insert(agencyHosts)
    .values({ host, agencyId, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing({ target: agencyHosts.host })
    .returning({ host: agencyHosts.host });
  return inserted.length > 0;
}

/** So many names that it gave back are kept for an agency: nobody keeps names from others by trying them one after the other. */
const RELEASED_MAX = 5;

export async function releaseHost(tx: Tx, scope: Scope): Promise<void> {
  const own = eq(agencyHosts.workspaceUid, scope.workspaceUid);
  await tx
    .update(agencyHosts)
    .set({ releasedAt: sql`now()` })
    .where(and(own, isNull(agencyHosts.releasedAt)));
  const released = await tx
    .select({ host: agencyHosts.host })
    .from(agencyHosts)
    .where(and(own, isNotNull(agencyHosts.releasedAt)))
    .orderBy(desc(agencyHosts.releasedAt))
    .offset(RELEASED_MAX);
  const old = released.map(({ host }) => host);
  if (old.length > 0) await tx.delete(agencyHosts).where(and(own, inArray(agencyHosts.host, old)));
}

export async function hasHost(tx: Tx, scope: Scope, host: string): Promise<boolean> {
  const rows = await tx
    .select({ host: agencyHosts.host })
    .from(agencyHosts)
    .where(and(eq(agencyHosts.workspaceUid, scope.workspaceUid), eq(agencyHosts.host, host), isServed));
  return rows.length > 0;
}
