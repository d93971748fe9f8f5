import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { blockPayer, lockPayerOf } from '../payments/lock-payer.ts';
import { hasDispute, setUnblocked } from './reversals.queries.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  clock: () => Date;
};

/** Lets somebody buy again whose disputes were lost; one that is open goes on blocking. False: nobody of ours. */
export const unblockPayer = (
  { database, systemScope, makeScope, clock }: Deps,
  customer: { account: string; customerId: string },
): Promise<boolean> =>
  database.transaction(systemScope, async (tx) => {
    const payer = await lockPayerOf(tx, systemScope, customer);
    if (!payer) return false;
    const scope = makeScope(payer.workspaceUid);
    await database.within(tx, scope, async () => {
      await setUnblocked(tx, scope, payer.id, clock());
      await blockPayer(tx, scope, payer.id, await hasDispute(tx, scope, payer.id));
    });
    return true;
  });
