import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { setCustomerFacts } from './payers.queries.ts';
import { hasAccount, lockCustomer } from './payers.system.queries.ts';
import type { PayAccount, PaymentProvider, PayObject } from './payments.ports.ts';

export type ApplyDeps = {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  clock: () => Date;
};

/** What was fetched, to be written down in a transaction of the system's. `failed`: what else should have been done, which is tried again. */
export type Fetched = { write(tx: Tx): Promise<void>; failed?: unknown };

/** Fetches a customer: the card that is charged is the one that the provider has now. */
export async function fetchCustomer(deps: ApplyDeps, payments: PaymentProvider, object: PayObject): Promise<Fetched> {
  const { database, systemScope, makeScope } = deps;
  const found = await payments.findCustomer(object.account, object.id);
  return {
    async write(tx) {
      const payer = await lockCustomer(tx, systemScope, { account: object.account, customerId: object.id });
      // A customer of whoever else uses the same account there.
      if (!payer) return;
      const scope = makeScope(payer.workspaceUid);
      await database.within(tx, scope, () => setCustomerFacts(tx, scope, payer.id, found));
    },
  };
}

/** An account whose events can be about something of ours. */
export const isKnownAccount = (
  { database, systemScope }: Pick<ApplyDeps, 'database' | 'systemScope'>,
  account: PayAccount,
) => database.transaction(systemScope, (tx) => hasAccount(tx, systemScope, account));
