import type { OrgId, WorkspaceUid } from '@antiphon/contract/ids';
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

/** The workspaces that have an account of their own, by uid, after `after`; the keys of orgs' come before theirs. */
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

/** The accounts of which so much of the last grant is used that it must be told. Looks at every account, and at nothing else. */
export async function listWarningsDue(tx: Tx, _scope: SystemScope, limit: number) {
  const rows = await tx
    .select({ workspaceUid: creditAccounts.workspaceUid, id: creditAccounts.id })
    .from(creditAccounts)
    .where(sql`credit_used_percent(credit_accounts) > ${creditAccounts.warnedPercent}`)
    .limit(limit);
  return rows.map(({ workspaceUid, id }) => ({
    workspaceUid,
    orgId: id.startsWith('org:') ? (id.slice('org:'.length) as OrgId) : null,
  }));
}
