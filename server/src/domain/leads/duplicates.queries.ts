import type { AgentId, LeadId } from '@antiphon/contract/ids';
import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { leadDistinctions } from '../../db/schema/leads.ts';
import type { Scope } from '../../db/scope.ts';
import type { Pair } from './duplicates.rules.ts';

/**
 * Leads whose key is that of another, the oldest first, in groups in which somebody may still be the same; those with the newest
 * lead first.
 */
export async function listSameKeys(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  reason: 'email' | 'phone' | 'name',
  most: { groups: number; leads: number },
): Promise<LeadId[][]> {
  const key = {
    email: sql`regexp_replace(email_key, '\\+[^@]*@', '@')`,
    phone: sql`phone_key`,
    name: sql`name_key`,
  }[reason];
  const { rows } = (await tx.execute(sql`
    with same as (
      select array_agg(id order by created_at, id) as ids, count(*) as n, max(created_at) as newest from leads
      where workspace_uid = ${scope.workspaceUid} and agent_id = ${agentId} and deleted_at is null and ${key} <> ''
      group by ${key} having count(*) > 1
    )
    select ids[1:${sql.raw(String(most.leads))}] as ids from same
    where n * (n - 1) / 2 > (select count(*) from ${leadDistinctions} d
      where d.workspace_uid = ${scope.workspaceUid} and d.first_id = any(ids) and d.second_id = any(ids))
    order by newest desc limit ${most.groups}`)) as unknown as { rows: { ids: LeadId[] }[] };
  return rows.map(({ ids }) => ids);
}

/** Pairs that any of the leads is one of. */
export async function listDistinctions(tx: Tx, scope: Scope, ids: readonly LeadId[]): Promise<Pair[]> {
  const any = sql`any(${sql.param([...ids])}::text[])`;
  const rows = await tx
    .select({ firstId: leadDistinctions.firstId, secondId: leadDistinctions.secondId })
    .from(leadDistinctions)
    .where(
      and(
        eq(leadDistinctions.workspaceUid, scope.workspaceUid),
        sql`(${leadDistinctions.firstId} = ${any} or ${leadDistinctions.secondId} = ${any})`,
      ),
    );
  return rows.map(({ firstId, secondId }) => [firstId, secondId]);
}

export async function insertDistinctions(tx: Tx, scope: Scope, pairs: readonly Pair[]) {
  const rows = pairs.map(([firstId, secondId]) => ({ firstId, secondId, workspaceUid: scope.workspaceUid }));
  if (rows.length > 0) await tx.insert(leadDistinctions).values(rows).onConflictDoNothing();
}

export async function deleteDistinctions(tx: Tx, scope: Scope, pairs: readonly Pair[]) {
  for (const [firstId, secondId] of pairs)
    await tx
      .delete(leadDistinctions)
      .where(
        and(
          eq(leadDistinctions.workspaceUid, scope.workspaceUid),
          eq(leadDistinctions.firstId, firstId),
          eq(leadDistinctions.secondId, secondId),
        ),
      );
}
