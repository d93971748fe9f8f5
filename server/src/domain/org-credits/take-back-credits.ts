import { type OrgId, randomText, type WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { moveAllCredits } from '../billing/grant-credits.ts';
import { forgiveDebts } from '../credit-sales/sell-credits.ts';
import { listOrgAccounts } from './org-credits.system.queries.ts';

/** Accounts of one statement, in a transaction of its own. */
const PAGE = 500;

type Deps = { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

/**
 * What an org that ends may spend goes to its workspace, in the caller's transaction; what it owes and is owed ends. Replies being
 * written keep what they hold.
 */
export async function takeBackCredits(tx: Tx, scope: Scope, orgId: OrgId): Promise<bigint> {
  await forgiveDebts(tx, scope, orgId);
  const left = { from: orgId, to: null, featureKey: 'org_deleted' };
  return moveAllCredits(tx, scope, { id: `${orgId}-${randomText(12)}`, ...left });
}

/** What replies gave back after their org had ended. */
export async function takeBackLeftCredits(deps: Deps): Promise<void> {
  const { database, makeScope } = deps;
  await eachApart(listLeft(deps), async ({ workspaceUid, orgId }) => {
    const scope = makeScope(workspaceUid);
    await database.transaction(scope, (tx) => takeBackCredits(tx, scope, orgId));
  });
}

async function* listLeft({ database, systemScope }: Deps) {
  for (let after = ''; ; ) {
    const page = await database.transaction(systemScope, (tx) =>
      listOrgAccounts(tx, systemScope, { after, limit: PAGE }),
    );
    yield* page.filter(({ isLeft }) => isLeft);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.orgId;
  }
}
