import type { OrgId } from '@antiphon/contract/ids';
import { and, gte, lt, notExists, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { creditAccounts } from '../../db/schema/billing.ts';
import { orgs } from '../../db/schema/orgs.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Accounts of orgs that are gone, with something on them that no reply holds. */
export async function listLeftAccounts(tx: Tx, _scope: SystemScope, limit: number) {
  const itsOrg = tx.select({ one: sql`1` }).from(orgs).where(sql`'org:' || ${orgs.id} = ${creditAccounts.id}`);
  const rows = await tx
    .select({ workspaceUid: creditAccounts.workspaceUid, id: creditAccounts.id })
    .from(creditAccounts)
    .where(
      and(
        // The key's range of orgs.
        gte(creditAccounts.id, 'org:'),
        lt(creditAccounts.id, 'org;'),
        sql`${creditAccounts.balance} > ${creditAccounts.held}`,
        notExists(itsOrg),
      ),
    )
    .limit(limit);
  return rows.map(({ workspaceUid, id }) => ({ workspaceUid, orgId: id.slice('org:'.length) as OrgId }));
}
