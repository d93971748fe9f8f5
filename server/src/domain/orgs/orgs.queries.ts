import type { AgentId, OrgId } from '@antiphon/contract/ids';
import { and, asc, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agents } from '../../db/schema/agents.ts';
import { clients } from '../../db/schema/clients.ts';
import { orgAgents, orgs } from '../../db/schema/orgs.ts';
import type { Scope } from '../../db/scope.ts';

export type OrgRow = typeof orgs.$inferSelect;
type NewRow = Omit<typeof orgs.$inferInsert, 'workspaceUid'>;

const byName = sql`lower(${orgs.name})`;
const isOne = (scope: Scope, id: OrgId) => and(eq(orgs.workspaceUid, scope.workspaceUid), eq(orgs.id, id));

/** In the org's name, or in the name or email of one of its people. */
function matches(scope: Scope, search: string | null): SQL | undefined {
  const own = eq(orgs.workspaceUid, scope.workspaceUid);
  if (!search) return own;
  const found = sql`exists (select from ${clients} c where c.org_id = ${orgs.id} and c.workspace_uid = ${scope.workspaceUid}
    and (strpos(lower(c.name), lower(${search})) > 0 or strpos(c.email, lower(${search})) > 0))`;
  return and(own, or(sql`strpos(${byName}, lower(${search})) > 0`, found));
}

/** By name; `after` is the last org of the page before, by its name now. */
export function listOrgRows(
  tx: Tx,
  scope: Scope,
  query: { search: string | null; after: string | null; limit: number },
) {
  const isAfter = query.after
    ? sql`(${byName}, ${orgs.id}) > (select lower(o.name), o.id from orgs o where o.id = ${query.after} and o.workspace_uid = ${scope.workspaceUid})`
    : undefined;
  return tx
    .select()
    .from(orgs)
    .where(and(matches(scope, query.search), isAfter))
    .orderBy(asc(byName), asc(orgs.id))
    .limit(query.limit);
}

export async function countOrgs(tx: Tx, scope: Scope, search: string | null): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(orgs).where(matches(scope, search));
  return row?.n ?? 0;
}

export async function findOrgRow(tx: Tx, scope: Scope, id: OrgId): Promise<OrgRow | null> {
  const [row] = await tx.select().from(orgs).where(isOne(scope, id));
  return row ?? null;
}

/** Until the transaction ends nobody changes or deletes it. */
export async function lockOrgRow(tx: Tx, scope: Scope, id: OrgId): Promise<OrgRow | null> {
  const [row] = await tx.select().from(orgs).where(isOne(scope, id)).for('update');
  return row ?? null;
}

export async function insertOrg(tx: Tx, scope: Scope, row: NewRow): Promise<OrgRow> {
  const [made] = await tx
    .insert(orgs)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning();
  return made!;
}

export async function updateOrgRow(tx: Tx, scope: Scope, id: OrgId, change: Partial<NewRow>): Promise<OrgRow> {
  const [row] = await tx
    .update(orgs)
    .set({ ...change, updatedAt: new Date() })
    .where(isOne(scope, id))
    .returning();
  return row!;
}

export async function removeOrg(tx: Tx, scope: Scope, id: OrgId): Promise<boolean> {
  const removed = await tx.delete(orgs).where(isOne(scope, id)).returning({ id: orgs.id });
  return removed.length > 0;
}

/** Agents of orgs in the order of their assignment; those in the trash do not count. */
export function listOrgAgents(tx: Tx, scope: Scope, ids: OrgId[]) {
  return tx
    .select({
      orgId: orgAgents.orgId,
      ID: agents.id,
      title: sql<string>`coalesce(${agents.title}, '')`,
      roundedImageURL: sql<string>`coalesce(${agents.draft} ->> 'roundedImageURL', '')`,
    })
    .from(orgAgents)
    .innerJoin(agents, and(eq(agents.id, orgAgents.agentId), isNull(agents.deletedAt)))
    .where(and(eq(orgAgents.workspaceUid, scope.workspaceUid), inArray(orgAgents.orgId, ids)))
    .orderBy(asc(orgAgents.createdAt), asc(orgAgents.agentId));
}

export function countClients(tx: Tx, scope: Scope, ids: OrgId[]): Promise<{ orgId: OrgId; n: number }[]> {
  return tx
    .select({ orgId: clients.orgId, n: count() })
    .from(clients)
    .where(and(eq(clients.workspaceUid, scope.workspaceUid), inArray(clients.orgId, ids)))
    .groupBy(clients.orgId);
}

export async function isOwnAgent(tx: Tx, scope: Scope, id: AgentId): Promise<boolean> {
  const rows = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.workspaceUid, scope.workspaceUid), eq(agents.id, id), isNull(agents.deletedAt)));
  return rows.length > 0;
}

/** False where it was assigned before. */
export async function insertOrgAgent(tx: Tx, scope: Scope, orgId: OrgId, agentId: AgentId): Promise<boolean> {
  const made = await tx
    .insert(orgAgents)
    .values({ orgId, agentId, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing()
    .returning({ agentId: orgAgents.agentId });
  return made.length > 0;
}

export async function removeOrgAgent(tx: Tx, scope: Scope, orgId: OrgId, agentId: AgentId): Promise<boolean> {
  const removed = await tx
    .delete(orgAgents)
    .where(
      and(eq(orgAgents.workspaceUid, scope.workspaceUid), eq(orgAgents.orgId, orgId), eq(orgAgents.agentId, agentId)),
    )
    .returning({ agentId: orgAgents.agentId });
  return removed.length > 0;
}
