import { fail } from '@antiphon/contract/errors';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import type { BuyDeps } from '../client-billing/buy-credits.ts';
import { type Buyer, demandNamed, demandOrgPayer, demandShop, type Shop } from '../client-billing/demand-org-payer.ts';
import { readOffers } from '../connect/read-offers.ts';
import { canSell, noteRefusedSale } from '../credit-sales/sell-credits.ts';
import { actorOf } from '../identity/identity.policy.ts';
import {
  findCheckoutOrder,
  findPageUrl,
  giveUpCheckout,
  isOfferedBy,
  type OrderRow,
  type Plan,
  placeCheckout,
} from '../orders/place-checkout.ts';
import type { OrderDeps } from '../orders/place-order.ts';
import { findLiveOn } from '../org-subscriptions/read-org-subscription.ts';
import { demandPayments, type Payer } from '../payments/demand-payer.ts';
import { lockPayer } from '../payments/lock-payer.ts';
import { FEE_PERCENT } from '../quotes/money.rules.ts';

type Asked = { priceId: string; orgId?: string | undefined; accountId?: string | undefined; origin: string };
type Taken = { order: OrderRow } | { other: OrderRow } | 'sold_out' | null;

const GONE = 'This plan is not sold any more. Please choose another one.';

/**
 * Where a plan of one's agency is paid: a page of the provider's. Asked again while that is open it is the same page; for another plan the
 * page before it is ended, so that nobody pays for two.
 */
export async function subscribe(deps: BuyDeps, buyer: Buyer, asked: Asked): Promise<{ sessionUrl: string }> {
  const payments = demandPayments(deps);
  const { database } = deps;
  const { scope } = buyer;
  const { creditsMicro: amountMicro } = await database.transaction(scope, async (tx) => {
    demandNamed(asked, await demandShop(tx, buyer));
    return demandPlan(tx, scope, asked.priceId);
  });
  const shop = await demandOrgPayer(deps, payments, buyer);
  // Between the look and the write another one may begin or end.
  for (let tries = 0; tries < 3; tries += 1) {
    const taken = await database.transaction(scope, (tx) => take(deps, tx, buyer, { shop, asked }));
    if (taken === 'sold_out') {
      await database.transaction(scope, (tx) => noteRefusedSale(tx, scope, { orgId: shop.orgId, amountMicro }));
      deps.recharges.wake();
      fail('sold_out');
    }
    if (taken && 'other' in taken) await giveUpCheckout(deps, scope, taken.other);
    if (taken && 'order' in taken) {
      const sessionUrl = await findPageUrl(deps, scope, taken.order);
      if (sessionUrl) return { sessionUrl };
    }
  }
  return fail('unavailable');
}

/** By a price that is on sale at one's own agency: every other is not there. */
async function demandPlan(tx: Tx, scope: Scope, priceId: string): Promise<Plan & { account: string }> {
  const offers = await readOffers(tx, scope);
  const offer = offers?.plans.find((plan) => plan.priceId === priceId);
  if (!offers || !offer) fail('not_found', { message: GONE });
  const { productId: key, name, credits, price } = offer;
  const unitAmount = Math.round(price * 100);
  return { key, name, priceId, unitAmount, creditsMicro: fromCredits(credits), account: offers.account };
}

type Wanted = { shop: Shop & { payer: Payer }; asked: Asked };

async function take({ clock }: OrderDeps, tx: Tx, buyer: Buyer, { shop, asked }: Wanted): Promise<Taken> {
  const { scope, actor } = buyer;
  const { payer, orgId } = shop;
  const now = clock();
  const plan = await demandPlan(tx, scope, asked.priceId);
  // Connected anew meanwhile.
  if (plan.account !== payer.account) fail('not_found', { message: GONE });
  await lockPayer(tx, scope, payer.id);
  if (payer.blocked) fail('forbidden');
  if (await findLiveOn(tx, scope, { orgId, account: payer.account })) fail('already_subscribed');
  const open = await findCheckoutOrder(tx, scope, payer);
  if (open) return isOfferedBy(open, plan.priceId, now) ? { order: open } : { other: open };
  // Before anything is charged: what an agency cannot give is not sold.
  if (!(await canSell(tx, scope, plan.creditsMicro))) return 'sold_out';
  const back = (payment: string) => `${asked.origin}/?panel=billing&payment=${payment}`;
  const order = await placeCheckout(tx, scope, {
    ...{ payer, plan, feePercent: FEE_PERCENT, successUrl: back('success'), cancelUrl: back('cancel') },
    ...{ actor: actorOf({ userId: null, client: actor }), now },
  });
  return order && { order };
}
