import type { BillingAccount } from '@antiphon/contract/billing';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { sumOwed } from './billing.queries.ts';
import { toCredits } from './credits.rules.ts';
import { getCredits } from './get-balance.ts';

/** The balance, and whom to ask about it. No plan gives credits again yet: `renewsAt` is null. */
export async function getAccount(
  deps: { database: Database; operatorEmail: string },
  scope: Scope,
): Promise<BillingAccount> {
  return deps.database.transaction(scope, async (tx) => {
    const { balanceMicro, heldMicro, lastGrantMicro } = await getCredits(tx, scope);
    return {
      loadTokens: toCredits(balanceMicro),
      heldTokens: toCredits(heldMicro),
      owedTokens: toCredits(await sumOwed(tx, scope)),
      lastGrant: toCredits(lastGrantMicro),
      renewsAt: null,
      contactEmail: deps.operatorEmail || null,
    };
  });
}
