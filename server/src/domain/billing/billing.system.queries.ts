import type { WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { creditAccounts, creditHolds } from '../../db/schema/billing.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Of every workspace, longest over first. */
export function listExpiredHolds(tx: Tx, _scope: SystemScope, now: Date, limit: number) {
  return tx
    .select({ turnId: creditHolds.id, workspaceUid: creditHolds.workspaceUid })
    .from(creditHolds)
    .where(and(eq(creditHolds.state, 'held'), lte(creditHolds.expiresAt, now)))
    .orderBy(asc(creditHolds.expiresAt))
    .limit(limit);
}

/** The workspaces that have an account, by uid, after `after`. */
export async function listAccountOwners(
  tx: Tx,
  _scope: SystemScope,
  after: string,
  limit: number,
): Promise<WorkspaceUid[]> {
  const rows = await tx
    .select({ workspaceUid: creditAccounts.workspaceUid })
    .from(creditAccounts)
    .where(gt(creditAccounts.id, `workspace:${after}`))
    .orderBy(asc(creditAccounts.id))
    .limit(limit);
  return rows.map((row) => row.workspaceUid);
}

/** The workspaces that used so much of their last grant that they must be told. Looks at every account, and at nothing else. */
export async function listWarningsDue(tx: Tx, _scope: SystemScope, limit: number): Promise<WorkspaceUid[]> {
  const rows = await tx
    .select({ workspaceUid: creditAccounts.workspaceUid })
    .from(creditAccounts)
    .where(sql`credit_used_percent(credit_accounts) > ${creditAccounts.warnedPercent}`)
    .limit(limit);
  return rows.map((row) => row.workspaceUid);
}
