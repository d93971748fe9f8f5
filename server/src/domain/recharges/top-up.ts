import { fail } from '@antiphon/contract/errors';
import type { QuoteId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import type { Currency } from '@antiphon/contract/quotes';
import { demand, type Member } from '../identity/identity.policy.ts';
import { type OrderDeps, placeOrder } from '../orders/place-order.ts';
import { failEnded, presentOrder } from '../orders/read-orders.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import { makeQuote } from '../quotes/make-quote.ts';
import { isOnFreePlan } from '../workspaces/note-payment.ts';

type Asked = { amount: number; currency: Currency | null; quoteId: QuoteId | null };

const MESSAGES = {
  paid: 'Successfully topped up balance',
  action: 'Your bank asks you to confirm this payment.',
  processing: 'Your payment is on its way.',
};

/** Buys credits: they are there once the provider says that the invoice is paid (decision 63). */
export async function topUp(deps: OrderDeps, member: Member, asked: Asked): Promise<Order & { message: string }> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const { scope } = member;
  const { database } = deps;
  await database.transaction(scope, async (tx) => {
    if (await isOnFreePlan(tx, scope)) fail('plan_needed');
    const payer = await findPayer(tx, scope);
    if (!payer?.customerId || !payer.card) fail('card_needed');
  });
  const quoteId = asked.quoteId ?? (await quoted(deps, member, asked));
  const order = await placeOrder(deps, member, { quoteId, purpose: 'top_up', isUnnamed: asked.quoteId === null });
  const answer = await presentOrder(deps, order);
  const { status } = answer;
  if (status === 'void' || status === 'failed') return failEnded(order);
  return { ...answer, message: MESSAGES[status] };
}

async function quoted(deps: OrderDeps, member: Member, { amount, currency }: Asked): Promise<QuoteId> {
  const { quote } = await makeQuote(deps, member, { wanted: { purpose: 'top_up', amount }, country: null });
  if (currency !== null && currency !== quote.currency)
    fail('invalid_input', { message: `This workspace pays in ${quote.currency.toUpperCase()}.` });
  return quote.id;
}
