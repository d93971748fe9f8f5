import type { AgencyPlan } from '@antiphon/contract/connect';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findAccount, listPlans } from './connect.queries.ts';
import { presentPlan } from './connect.rules.ts';

/** What an agency sells to its clients now, and where; null where it sells nothing. */
export async function readOffers(tx: Tx, scope: Scope): Promise<{ account: string; plans: AgencyPlan[] } | null> {
  const row = await findAccount(tx, scope);
  const isConnected = row?.accountId && row.takesCards && row.paysOut && row.disconnectedAt === null;
  if (!isConnected || !row.allowPlans) return null;
  const onSale = (await listPlans(tx, scope)).filter(({ priceId }) => priceId !== null);
  return { account: row.accountId!, plans: onSale.map((plan) => presentPlan(plan, row.extraMicroUsd)) };
}
