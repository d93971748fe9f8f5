import type { AgentId, LeadGroupId, LeadId } from '@antiphon/contract/ids';
import type { LeadGroup } from '@antiphon/contract/leads';
import { and, asc, count, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isAmong } from '../../db/is-among.ts';
import { leadGroupMembers, leadGroups, leads } from '../../db/schema/leads.ts';
import type { Scope } from '../../db/scope.ts';

const isOf = (scope: Scope, agentId: AgentId) =>
  and(eq(leadGroups.workspaceUid, scope.workspaceUid), eq(leadGroups.agentId, agentId));
const isOne = (scope: Scope, agentId: AgentId, id: LeadGroupId) => and(isOf(scope, agentId), eq(leadGroups.id, id));

export type GroupRow = typeof leadGroups.$inferSelect;

/** By name, with the number of leads that are not deleted. */
export function listGroupRows(tx: Tx, scope: Scope, agentId: AgentId): Promise<LeadGroup[]> {
  const live = tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.workspaceUid, scope.workspaceUid), eq(leads.agentId, agentId), isNull(leads.deletedAt)));
  const members = tx
    .select({ n: count() })
    .from(leadGroupMembers)
    .where(
      and(
        eq(leadGroupMembers.workspaceUid, scope.workspaceUid),
        eq(leadGroupMembers.groupId, leadGroups.id),
        isAmong(leadGroupMembers.leadId, live),
      ),
    );
  return tx
    .select({ id: leadGroups.id, name: leadGroups.name, leads: sql<number>`(${members})::int` })
    .from(leadGroups)
    .where(isOf(scope, agentId))
    .orderBy(asc(sql`lower(${leadGroups.name})`), asc(leadGroups.id));
}

export async function findGroup(tx: Tx, scope: Scope, agentId: AgentId, id: LeadGroupId): Promise<GroupRow | null> {
  const [row] = await tx
    .select()
    .from(leadGroups)
    .where(isOne(scope, agentId, id));
  return row ?? null;
}

export async function insertGroup(tx: Tx, scope: Scope, row: { id: LeadGroupId; agentId: AgentId; name: string }) {
  await tx.insert(leadGroups).values({ ...row, workspaceUid: scope.workspaceUid });
}

export async function updateGroup(tx: Tx, scope: Scope, agentId: AgentId, id: LeadGroupId, name: string) {
  await tx
    .update(leadGroups)
    .set({ name })
    .where(isOne(scope, agentId, id));
}

export async function deleteGroupRow(tx: Tx, scope: Scope, agentId: AgentId, id: LeadGroupId): Promise<boolean> {
  const rows = await tx
    .delete(leadGroups)
    .where(isOne(scope, agentId, id))
    .returning({ id: leadGroups.id });
  return rows.length > 0;
}

/** Returns how many were not in it. */
export async function addMembers(
  tx: Tx,
  scope: Scope,
  members: readonly { groupId: LeadGroupId; leadId: LeadId }[],
): Promise<number> {
  if (members.length === 0) return 0;
  const rows = await tx
    .insert(leadGroupMembers)
    .values(members.map((member) => ({ ...member, workspaceUid: scope.workspaceUid })))
    .onConflictDoNothing()
    .returning({ id: leadGroupMembers.leadId });
  return rows.length;
}

/** Returns how many were not in it. */
export async function addChosen(tx: Tx, scope: Scope, groupId: LeadGroupId, chosen: SQL | undefined): Promise<number> {
  const { rows } = await tx.execute(sql`
    insert into lead_group_members (group_id, lead_id, workspace_uid)
    select ${groupId}, ${leads.id}, ${scope.workspaceUid} from ${leads} where ${chosen}
    on conflict do nothing returning lead_id`);
  return rows.length;
}

/** Returns how many were in it. */
export async function removeChosen(tx: Tx, scope: Scope, groupId: LeadGroupId, chosen: SQL | undefined) {
  const rows = await tx
    .delete(leadGroupMembers)
    .where(
      and(
        eq(leadGroupMembers.workspaceUid, scope.workspaceUid),
        eq(leadGroupMembers.groupId, groupId),
        isAmong(leadGroupMembers.leadId, tx.select({ id: leads.id }).from(leads).where(chosen)),
      ),
    )
    .returning({ id: leadGroupMembers.leadId });
  return rows.length;
}

/** The groups of each of the leads, by name. */
export async function listGroupsOf(tx: Tx, scope: Scope, ids: readonly LeadId[]) {
  if (ids.length === 0) return new Map<LeadId, { id: LeadGroupId; name: string }[]>();
  const rows = await tx
    .select({ leadId: leadGroupMembers.leadId, id: leadGroups.id, name: leadGroups.name })
    .from(leadGroupMembers)
    .innerJoin(leadGroups, eq(leadGroups.id, leadGroupMembers.groupId))
    .where(and(eq(leadGroupMembers.workspaceUid, scope.workspaceUid), inArray(leadGroupMembers.leadId, [...ids])))
    .orderBy(asc(sql`lower(${leadGroups.name})`), asc(leadGroups.id));
  const found = new Map<LeadId, { id: LeadGroupId; name: string }[]>();
  for (const { leadId, id, name } of rows) found.set(leadId, [...(found.get(leadId) ?? []), { id, name }]);
  return found;
}
