import type { Scope } from '../../db/scope.ts';
import type { ConnectProvider } from '../payments/connect.ports.ts';
import {
  findAccount,
  findPrice,
  listPlans,
  listPricesToRetire,
  lockAccount,
  markRetired,
  type PlanRow,
  type PriceRow,
  putOnSale,
  putPrice,
} from './connect.queries.ts';
import { centsOf } from './connect.rules.ts';
import type { ConnectDeps } from './open-account.ts';

type SellDeps = Pick<ConnectDeps, 'database' | 'clock'>;

/** Nobody is overtaken as often: an hour has 60 savings (`connect.routes.ts`). */
const TRIES_MAX = 5;

/**
 * Brings the plans to the provider as they stand: a product of each, and a price that is never changed but followed by another. What
 * was done half is done whole the next time: products have our own ids, a price is looked up before it is made. Where a plan was changed
 * meanwhile, by another process too, its product may have got the older words last: then all are brought again.
 *
 * Failures are the provider's (`VendorFailure`): what is not on sale by then stays off.
 */
export async function sellPlans(deps: SellDeps, payments: ConnectProvider, scope: Scope): Promise<void> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) if (await sellOnce(deps, payments, scope)) return;
}

/** False where a plan was changed meanwhile. */
async function sellOnce(deps: SellDeps, payments: ConnectProvider, scope: Scope): Promise<boolean> {
  const { database } = deps;
  const { account, plans } = await database.transaction(scope, async (tx) => ({
    account: await findAccount(tx, scope),
    plans: await listPlans(tx, scope),
  }));
  if (!account?.accountId) return true;
  const place = { accountId: account.accountId, extraMicroUsd: account.extraMicroUsd };
  let isCurrent = true;
  for (const plan of plans) isCurrent = (await sellPlan(deps, payments, scope, plan, place)) && isCurrent;
  const retired = await database.transaction(scope, (tx) => listPricesToRetire(tx, scope, place.accountId));
  for (const price of retired) await retire(deps, payments, scope, price);
  return isCurrent;
}

async function sellPlan(
  { database }: SellDeps,
  payments: ConnectProvider,
  scope: Scope,
  plan: PlanRow,
  { accountId: account, extraMicroUsd }: { accountId: string; extraMicroUsd: number },
): Promise<boolean> {
  const { id, name, credits, features } = plan;
  const terms = { planId: id, account, credits, unitAmount: centsOf(credits, extraMicroUsd) };
  const known = await database.transaction(scope, (tx) => findPrice(tx, scope, terms));
  await payments.putProduct(account, { id, name, features, isActive: true });
  const key = `${id}:${credits}:${terms.unitAmount}`;
  const priceId =
    known?.priceId ??
    (await payments.createMonthlyPrice(account, { productId: id, unitAmount: terms.unitAmount }, key)).id;
  const { wasRetired, isOnSale } = await database.transaction(scope, async (tx) => {
    await lockAccount(tx, scope);
    const before = await findPrice(tx, scope, terms);
    await putPrice(tx, scope, { ...terms, priceId });
    const isOnSale = await putOnSale(tx, scope, plan, priceId);
    return { isOnSale, wasRetired: before !== null && before.retiredAt !== null };
  });
  if (wasRetired) await payments.setPriceActive(account, priceId, true);
  return isOnSale;
}

/** Somebody else may sell at it again by now: then it is sold on. */
async function retire({ database, clock }: SellDeps, payments: ConnectProvider, scope: Scope, price: PriceRow) {
  await payments.setPriceActive(price.account, price.priceId, false);
  const isRetired = await database.transaction(scope, async (tx) => {
    await lockAccount(tx, scope);
    return markRetired(tx, scope, price, clock());
  });
  if (!isRetired) await payments.setPriceActive(price.account, price.priceId, true);
}
