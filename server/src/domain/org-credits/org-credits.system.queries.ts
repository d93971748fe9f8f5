import type { OrgId } from '@antiphon/contract/ids';
import { and, asc, gt, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { creditAccounts } from '../../db/schema/billing.ts';
import type { SystemScope } from '../../db/scope.ts';

/**
 * The next so many accounts of orgs, by key, and whether the org is gone while something is on its account that no reply holds. In
 * whatever collation the keys of orgs stand before those of workspaces.
 */
export async function listOrgAccounts(tx: Tx, _scope: SystemScope, { after, limit }: { after: string; limit: number }) {
  const rows = await tx
    .select({
      ...{ workspaceUid: creditAccounts.workspaceUid, id: creditAccounts.id },
      isLeft: sql<boolean>`credit_accounts.balance > credit_accounts.held
        and not exists (select from orgs where orgs.id = substr(credit_accounts.id, 5))`,
    })
    .from(creditAccounts)
    .where(and(gt(creditAccounts.id, `org:${after}`), lt(creditAccounts.id, 'workspace:')))
    .orderBy(asc(creditAccounts.id))
    .limit(limit);
  return rows.map(({ id, ...row }) => ({ ...row, orgId: id.slice('org:'.length) as OrgId }));
}
