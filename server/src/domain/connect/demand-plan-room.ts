import { fail } from '@antiphon/contract/errors';
import { limits } from '@antiphon/contract/limits';
import { PLAN_FAULTS } from '@antiphon/contract/plan-faults';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type AccountRow, countPlans, countPrices, findPrice, listPlans } from './connect.queries.ts';
import { centsOf } from './connect.rules.ts';

/**
 * What was ever sold stays, for whoever pays it: so that nobody fills the tables by saving again and again, there is a most of both. In the
 * transaction that saved, after it and under the lock of the account's row; fails with `too_large`, which undoes the saving.
 */
export async function demandPlanRoom(
  tx: Tx,
  scope: Scope,
  { accountId: account, extraMicroUsd }: Pick<AccountRow, 'accountId' | 'extraMicroUsd'>,
): Promise<void> {
  if ((await countPlans(tx, scope)) > limits.agencyPlansEverMax) fail('too_large', { message: PLAN_FAULTS.plansEver });
  if (account === null) return;
  let added = 0;
  for (const { id: planId, credits } of await listPlans(tx, scope)) {
    const terms = { planId, account, credits, unitAmount: centsOf(credits, extraMicroUsd) };
    if ((await findPrice(tx, scope, terms)) === null) added += 1;
  }
  if (added > 0 && (await countPrices(tx, scope)) + added > limits.agencyPlanPricesEverMax)
    fail('too_large', { message: PLAN_FAULTS.pricesEver });
}
