import type { BillingAccount } from '@antiphon/contract/billing';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { toCredits } from './credits.rules.ts';
import { getBalance, getLastGrant } from './get-balance.ts';

/** The balance, and whom to ask about it. No plan gives credits again yet: `renewsAt` is null. */
export async function getAccount(
  deps: { database: Database; operatorEmail: string },
  scope: Scope,
): Promise<BillingAccount> {
  return deps.database.transaction(scope, async (tx) => {
    const { balanceMicro, heldMicro } = await getBalance(tx, scope);
    return {
      loadTokens: toCredits(balanceMicro),
      heldTokens: toCredits(heldMicro),
      lastGrant: toCredits(await getLastGrant(tx, scope)),
      renewsAt: null,
      contactEmail: deps.operatorEmail || null,
    };
  });
}
