import { fail } from '@antiphon/contract/errors';
import type { QuoteId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import type { PlanId } from '@antiphon/contract/quotes';
import { demand, type Member } from '../identity/identity.policy.ts';
import { findSubscriptionOrder, type OrderDeps, placeOrder, settled } from '../orders/place-order.ts';
import { failEnded, presentOrder } from '../orders/read-orders.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import { makeQuote, type Wanted } from '../quotes/make-quote.ts';
import { findLive } from './subscriptions.queries.ts';

type Asked = {
  planId: PlanId;
  addons: Extract<Wanted, { purpose: 'subscription' }>['addons'];
  discountCode: string | null;
  quoteId: QuoteId | null;
};
type Answer = Order & { message: string; subscriptionId: string };

const MESSAGES = {
  paid: 'Subscription created successfully',
  action: 'Your bank asks you to confirm this payment.',
  processing: 'Your payment is on its way.',
};

/** Begins a plan: it is there once the provider says that its first invoice is paid (decisions 60 and 63). */
export async function upgrade(deps: OrderDeps, member: Member, asked: Asked): Promise<Answer> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const payer = await findPayer(tx, scope);
    if (!payer?.customerId || !payer.card) fail('card_needed');
  });
  const quoteId = asked.quoteId ?? (await quoted(deps, member, asked));
  const order = await placeOrder(deps, member, {
    ...{ quoteId, purpose: 'subscription', isUnnamed: asked.quoteId === null },
    async demandFree(tx) {
      if (await findLive(tx, scope)) fail('already_subscribed');
    },
    countsStill: async (tx, { subscriptionId }) => (await findLive(tx, scope))?.id === subscriptionId,
  });
  return answered(deps, order);
}

/** Only looks: what a browser says of a payment moves nothing. */
export async function confirmUpgrade(deps: OrderDeps, member: Member, subscriptionId: string): Promise<Answer> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const { scope } = member;
  const id = await deps.database.transaction(scope, (tx) => findSubscriptionOrder(tx, scope, subscriptionId));
  return answered(deps, await settled(deps, scope, id ?? fail('not_found')));
}

async function answered(deps: OrderDeps, order: Awaited<ReturnType<typeof placeOrder>>): Promise<Answer> {
  const answer = await presentOrder(deps, order);
  const { status } = answer;
  if (status === 'void' || status === 'failed') return failEnded(order);
  return { ...answer, message: MESSAGES[status], subscriptionId: order.subscriptionId ?? '' };
}

async function quoted(deps: OrderDeps, member: Member, asked: Asked): Promise<QuoteId> {
  const { planId, addons, discountCode } = asked;
  const wanted: Wanted = { purpose: 'subscription', planId, billingCycle: 'monthly', addons, discountCode };
  const { quote } = await makeQuote(deps, member, { wanted, country: null });
  return quote.id;
}
