import type { ClientQuote } from '@antiphon/contract/client-billing';
import { fail } from '@antiphon/contract/errors';
import type { OrgId, QuoteId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import { fromCredits, toCredits } from '../billing/credits.rules.ts';
import { priceOf } from '../connect/connect.rules.ts';
import { canSell, noteRefusedSale } from '../credit-sales/sell-credits.ts';
import { type OrderDeps, placeOrder } from '../orders/place-order.ts';
import { failEnded, presentOrder } from '../orders/read-orders.ts';
import { demandPayments } from '../payments/demand-payer.ts';
import { lockPayer } from '../payments/lock-payer.ts';
import { quoteSum } from '../quotes/make-quote.ts';
import type { QuoteRow } from '../quotes/take-quote.ts';
import { type Buyer, demandNamed, demandOrgPayer, findShop, memberOf } from './demand-org-payer.ts';

/** An agency that has too few may buy some by itself. */
export type BuyDeps = OrderDeps & { recharges: { wake(): void } };

const MESSAGES = {
  paid: 'Credits purchased successfully',
  action: 'Your bank asks you to confirm this payment.',
  processing: 'Your payment is on its way.',
};

/** What so many credits cost the org now: nothing else is charged. */
export async function quoteCredits(deps: OrderDeps, buyer: Buyer, creditAmount: number): Promise<ClientQuote> {
  const { id, credits, total, expiresAt } = await makeQuote(deps, buyer, creditAmount);
  return {
    ...{ quoteId: id, creditAmount: toCredits(credits), amount: total / 100 },
    expiresAt: Math.floor(expiresAt.getTime() / 1_000),
  };
}

async function makeQuote(deps: OrderDeps, buyer: Buyer, creditAmount: number): Promise<QuoteRow> {
  const payments = demandPayments(deps);
  const { isConnected } = (await deps.database.transaction(buyer.scope, (tx) => findShop(tx, buyer))).seller;
  if (!isConnected) fail('unavailable');
  const { payer, seller } = await demandOrgPayer(deps, payments, buyer);
  return quoteSum(deps, buyer.scope, payer, {
    ...{ purpose: 'client_credits', wanted: { creditAmount }, credits: fromCredits(creditAmount) },
    line: { key: 'credits', name: `${creditAmount} credits`, unitAmount: priceOf(creditAmount, seller.creditMicroUsd) },
  });
}

type Asked = { creditAmount: number; quoteId: QuoteId | null };
type Named = { orgId?: string | undefined };

/**
 * Buys credits for the org, on its agency's account: they are there once the provider says that the invoice is paid (decision 63). What the
 * agency could not give is not charged.
 */
export async function buyCredits(
  deps: BuyDeps,
  buyer: Buyer,
  named: Named,
  { creditAmount, quoteId }: Asked,
): Promise<Order & { message: string }> {
  demandPayments(deps);
  const { scope } = buyer;
  const { payer, who, ...shop } = await deps.database.transaction(scope, (tx) => findShop(tx, buyer));
  demandNamed(named, shop);
  if (!payer?.customerId || !payer.card) fail('card_needed');
  if (!shop.seller.isConnected) fail('unavailable');
  let isShort = false;
  const placed = placeOrder(deps, memberOf(buyer), {
    ...{ quoteId: quoteId ?? (await makeQuote(deps, buyer, creditAmount)).id, purpose: 'client_credits', who },
    isUnnamed: quoteId === null,
    async demandFree(tx, quote) {
      if (quote.credits !== fromCredits(creditAmount)) fail('quote_over');
      await lockPayer(tx, scope, payer.id);
      if (await canSell(tx, scope, quote.credits)) return;
      isShort = true;
      fail('sold_out');
    },
  });
  const order = await placed.catch(async (error: unknown) => {
    if (isShort) await noteRefused(deps, buyer, { orgId: payer.orgId, creditAmount });
    throw error;
  });
  const answer = await presentOrder(deps, order);
  const { status } = answer;
  if (status === 'void' || status === 'failed') return failEnded(order);
  return { ...answer, message: MESSAGES[status] };
}

async function noteRefused(
  { database, recharges }: BuyDeps,
  { scope }: Buyer,
  { orgId, creditAmount }: { orgId: OrgId | null; creditAmount: number },
): Promise<void> {
  if (orgId === null) return;
  const amountMicro = fromCredits(creditAmount);
  await database.transaction(scope, (tx) => noteRefusedSale(tx, scope, { orgId, amountMicro }));
  recharges.wake();
}
