import type { WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { workspaces } from '../../db/schema/workspaces.ts';

/** The system may delete what tenants may not (money, audit), and by policy only where the workspace is deleted. */

export async function isAlive(tx: Tx, uid: WorkspaceUid): Promise<boolean> {
  const rows = await tx
    .select({ uid: workspaces.uid })
    .from(workspaces)
    .where(and(eq(workspaces.uid, uid), isNull(workspaces.deletedAt)));
  return rows.length > 0;
}

/** Of those that were deleted before then whatever is left. */
export const listDeletedBefore = (tx: Tx, before: Date): Promise<{ uid: WorkspaceUid }[]> =>
  tx.select({ uid: workspaces.uid }).from(workspaces).where(lt(workspaces.deletedAt, before));

/** Every table of tenants, from the catalogue: a new one is erased from the day on which it is made. */
export async function listTenantTables(tx: Tx): Promise<{ name: string; referredBy: string[] }[]> {
  const answer = (await tx.execute(sql`
    select c.relname as name, coalesce((
      select json_agg(distinct k.conrelid::regclass::text) from pg_constraint k where k.contype = 'f' and k.confrelid = c.oid
    ), '[]'::json) as "referredBy"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_uid' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by c.relname
  `)) as unknown as { rows: { name: string; referredBy: string[] }[] };
  return answer.rows;
}

/** Returns how many rows are gone. The audit row of the deletion itself stays. */
export function deleteRows(tx: Tx, table: string, uid: WorkspaceUid, most: number): Promise<number> {
  const kept = table === 'audit_entries' ? sql`and action <> 'workspace.delete'` : sql``;
  return deleteSome(tx, sql.identifier(table), sql`workspace_uid = ${uid} ${kept}`, most);
}

export async function deleteWorkspaceRow(tx: Tx, uid: WorkspaceUid) {
  await tx.delete(workspaces).where(and(eq(workspaces.uid, uid), isNotNull(workspaces.deletedAt)));
}
