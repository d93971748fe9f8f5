import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Workspaces with more agents than their plan allows since before `before`, or with a paused one; by uid, behind `after`. */
export async function listToSettle(
  tx: Tx,
  _system: SystemScope,
  { before, after }: { before: Date; after: string },
  most: number,
): Promise<WorkspaceUid[]> {
  const { rows } = (await tx.execute(sql`
    select workspace_uid as uid from limit_uses
    where key = 'maxAgents' and over_since <= ${before.toISOString()}::timestamptz and workspace_uid > ${after}
    union
    select workspace_uid from agents where paused_at is not null and workspace_uid > ${after}
    order by uid limit ${most}`)) as unknown as { rows: { uid: WorkspaceUid }[] };
  return rows.map(({ uid }) => uid);
}
