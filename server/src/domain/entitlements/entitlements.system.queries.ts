import type { WorkspaceUid } from '@antiphon/contract/ids';
import { asc, gt, lt, lte, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { workspacePlans } from '../../db/schema/entitlements.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Workspaces whose limits were written by another table of plans, or change by the clock now. */
export async function listStale(
  tx: Tx,
  _system: SystemScope,
  { terms, now }: { terms: string; now: Date },
  most: number,
): Promise<WorkspaceUid[]> {
  const rows = await tx
    .select({ uid: workspacePlans.workspaceUid })
    .from(workspacePlans)
    .where(or(lt(workspacePlans.terms, terms), gt(workspacePlans.terms, terms), lte(workspacePlans.changesAt, now)))
    .orderBy(asc(workspacePlans.workspaceUid))
    .limit(most);
  return rows.map(({ uid }) => uid);
}
