import type { ClientPath } from '@antiphon/contract/client-pages';
import type { AgencyId, ClientId, TabId } from '@antiphon/contract/ids';
import { and, asc, eq, getColumns, inArray, notInArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies, agencyHosts } from '../../db/schema/agencies.ts';
import { agencyTabs } from '../../db/schema/agency-tabs.ts';
import { clients } from '../../db/schema/clients.ts';
import type { Scope } from '../../db/scope.ts';

export type TabRow = typeof agencyTabs.$inferSelect;
const { htmlContent: _html, jsContent: _js, ...face } = getColumns(agencyTabs);
export type TabFaceRow = Omit<TabRow, 'htmlContent' | 'jsContent'>;

const ofScope = (scope: Scope) => eq(agencyTabs.workspaceUid, scope.workspaceUid);
const inOrder = [asc(agencyTabs.place), asc(agencyTabs.id)];

export const listTabRows = (tx: Tx, scope: Scope): Promise<TabRow[]> =>
  tx
    .select()
    .from(agencyTabs)
    .where(ofScope(scope))
    .orderBy(...inOrder);

/** Without their contents. */
export const listTabFaces = (tx: Tx, scope: Scope): Promise<TabFaceRow[]> =>
  tx
    .select(face)
    .from(agencyTabs)
    .where(ofScope(scope))
    .orderBy(...inOrder);

export async function findTabFace(tx: Tx, scope: Scope, id: TabId): Promise<TabFaceRow | null> {
  const [row] = await tx
    .select(face)
    .from(agencyTabs)
    .where(and(ofScope(scope), eq(agencyTabs.id, id)));
  return row ?? null;
}

/** Until the transaction ends no tab is changed. */
export async function holdTabs(tx: Tx, scope: Scope): Promise<void> {
  await tx.select({ id: agencies.id }).from(agencies).where(eq(agencies.workspaceUid, scope.workspaceUid)).for('share');
}

export async function findClientAccess(tx: Tx, scope: Scope, id: ClientId): Promise<ClientPath[]> {
  const [row] = await tx
    .select({ canAccess: clients.canAccess })
    .from(clients)
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), eq(clients.id, id)));
  return row?.canAccess ?? [];
}

/** Every name that the agency has, or keeps. */
export async function listOwnHosts(tx: Tx, scope: Scope): Promise<string[]> {
  const rows = await tx
    .select({ host: agencyHosts.host })
    .from(agencyHosts)
    .where(eq(agencyHosts.workspaceUid, scope.workspaceUid));
  return rows.map(({ host }) => host);
}

export async function removeTabsBut(tx: Tx, scope: Scope, ids: readonly TabId[]): Promise<void> {
  await tx.delete(agencyTabs).where(and(ofScope(scope), notInArray(agencyTabs.id, [...ids])));
}

/** So that tabs may take each other's places: an id is nobody's `href`. */
export async function freeHrefs(tx: Tx, scope: Scope, ids: readonly TabId[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(agencyTabs)
    .set({ href: sql`${agencyTabs.id}` })
    .where(and(ofScope(scope), inArray(agencyTabs.id, [...ids])));
}

/** False where the id is another workspace's. */
export async function putTab(
  tx: Tx,
  scope: Scope,
  agencyId: AgencyId,
  row: Omit<TabFaceRow, 'workspaceUid' | 'agencyId'> & Partial<Pick<TabRow, 'htmlContent' | 'jsContent'>>,
): Promise<boolean> {
  const { id: _id, ...change } = row;
  const put = await tx
    .insert(agencyTabs)
    .values({ ...row, agencyId, workspaceUid: scope.workspaceUid })
    .onConflictDoUpdate({ target: agencyTabs.id, set: change, setWhere: ofScope(scope) })
    .returning({ id: agencyTabs.id });
  return put.length > 0;
}

/**
 * In all lists of the workspace's clients and orgs: `moved` tells for each `href` its new one, or null where the tab is gone. Every one
 * at once, so that tabs may take each other's places.
 */
export async function movePaths(tx: Tx, scope: Scope, moved: Record<string, string | null>): Promise<void> {
  const keys = Object.keys(moved);
  if (keys.length === 0) return;
  const map = sql`${JSON.stringify(moved)}::jsonb`;
  const named = sql`array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`;
  const list = (column: string) => sql`(
    select coalesce(jsonb_agg(coalesce(${map} ->> path, path) order by place), '[]'::jsonb)
    from jsonb_array_elements_text(${sql.identifier(column)}) with ordinality as listed (path, place)
    where ${map} -> path is distinct from 'null'::jsonb)`;
  const has = (column: string) => sql`jsonb_exists_any(${sql.identifier(column)}, ${named})`;
  await tx.execute(sql`update clients set can_access = ${list('can_access')}, client_tab_order = ${list('client_tab_order')}
    where workspace_uid = ${scope.workspaceUid} and (${has('can_access')} or ${has('client_tab_order')})`);
  await tx.execute(sql`update orgs set default_client_access = ${list('default_client_access')},
    default_client_tab_order = ${list('default_client_tab_order')}
    where workspace_uid = ${scope.workspaceUid} and (${has('default_client_access')} or ${has('default_client_tab_order')})`);
}
