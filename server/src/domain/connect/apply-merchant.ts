import type { ApplyDeps, Fetched } from '../payments/apply-customer.ts';
import type { PaymentProvider, PayObject } from '../payments/payments.ports.ts';
import { findAccount, lockAccount, setMerchant } from './connect.queries.ts';
import { findAccountHolder } from './connect.system.queries.ts';

/** Fetches an agency's account: what it may do is what the provider says now, whoever came back from there. */
export async function fetchMerchant(deps: ApplyDeps, payments: PaymentProvider, { id }: PayObject): Promise<Fetched> {
  const { database, systemScope, makeScope, clock } = deps;
  const found = await payments.findMerchant(id);
  return {
    async write(tx) {
      const workspaceUid = await findAccountHolder(tx, systemScope, id);
      if (workspaceUid === null) return;
      const scope = makeScope(workspaceUid);
      await database.within(tx, scope, async () => {
        await lockAccount(tx, scope);
        // Connected anew since, the workspace has another account.
        if ((await findAccount(tx, scope))?.accountId === id) await setMerchant(tx, scope, found, clock());
      });
    },
  };
}

/** An account that one of our agencies has. */
export const isAgencyAccount = async (
  { database, systemScope }: Pick<ApplyDeps, 'database' | 'systemScope'>,
  account: string,
): Promise<boolean> =>
  (await database.transaction(systemScope, (tx) => findAccountHolder(tx, systemScope, account))) !== null;
