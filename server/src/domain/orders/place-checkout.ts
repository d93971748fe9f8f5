import { setTimeout as wait } from 'node:timers/promises';
import { fail } from '@antiphon/contract/errors';
import { newOrderId, type OrderId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Payer } from '../payments/demand-payer.ts';
import { keepQuote } from '../quotes/keep-quote.ts';
import { markOrdered } from '../quotes/take-quote.ts';
import { endCheckout, findOrder, findUnfinished, insertOrder, type OrderRow } from './orders.queries.ts';
import type { OrderDeps } from './place-order.ts';

export type { OrderRow };

/** Half an hour is the least that the provider takes, counted when it makes the page: within three minutes a lost answer is told again. */
const PAGE_SECONDS = 33 * 60;
const WAIT_MS = 12_000;
const POLL_MS = 100;

export type Plan = { key: string; name: string; priceId: string; unitAmount: number; creditsMicro: bigint };

type Wanted = {
  payer: Payer;
  plan: Plan;
  feePercent: number;
  successUrl: string;
  cancelUrl: string;
  actor: string;
  now: Date;
};

/** A payment on a page that is not finished, of this payer; null where there is none. */
export const findCheckoutOrder = (tx: Tx, scope: Scope, { id: payerId }: Payer): Promise<OrderRow | null> =>
  findUnfinished(tx, scope, { payerId, purpose: 'client_plan' });

/** What the order sells, and for how long whoever pays is awaited. */
export const isOfferedBy = ({ sale, ending }: OrderRow, priceId: string, now: Date): boolean =>
  ending === null && sale.lines[0]?.priceId === priceId && now.getTime() < (sale.checkout?.expiresAt ?? 0) * 1_000;

/** An order of a plan by its price of now, to be paid on a page of the provider's. Null where another is not finished. */
export async function placeCheckout(tx: Tx, scope: Scope, wanted: Wanted): Promise<OrderRow | null> {
  const { payer, plan, now, actor, feePercent, successUrl, cancelUrl } = wanted;
  const { key, name, priceId, unitAmount, creditsMicro: credits } = plan;
  const sums = { subtotal: unitAmount, discount: 0, tax: 0, total: unitAmount, recurringTotal: unitAmount };
  const quote = await keepQuote(
    tx,
    scope,
    {
      ...{ payerId: payer.id, purpose: 'client_plan', wanted: { priceId }, country: payer.country, currency: 'usd' },
      lines: [{ key, name, quantity: 1, unitAmount, amount: unitAmount, discount: 0, tax: 0, priceId }],
      ...{ ...sums, discountName: null, promotionCodeId: null, taxRateId: null, credits },
    },
    now,
  );
  const expiresAt = Math.floor(now.getTime() / 1_000) + PAGE_SECONDS;
  const order = await insertOrder(tx, scope, {
    ...{ id: newOrderId(), payerId: payer.id, quoteId: quote.id, purpose: 'client_plan', account: payer.account },
    ...{ customerId: payer.customerId, currency: 'usd', amount: unitAmount, tax: 0, credits },
    ...{ createdAt: now, nextAt: now },
    sale: {
      lines: [{ name, amount: unitAmount, priceId, quantity: 1 }],
      ...{ taxRateId: null, promotionCodeId: null, planKey: null },
      checkout: { feePercent, successUrl, cancelUrl, expiresAt },
    },
  });
  if (!order) return null;
  await markOrdered(tx, scope, quote.id);
  const details = { purpose: 'client_plan', amount: unitAmount, currency: 'usd' };
  await recordAudit(tx, scope, { actor, action: 'order.place', target: order.id, details });
  return order;
}

/** Nobody pays by this one any more; who was faster has paid. */
export async function giveUpCheckout(deps: OrderDeps, scope: Scope, { id }: OrderRow): Promise<void> {
  await deps.database.transaction(scope, (tx) => endCheckout(tx, scope, id, deps.clock()));
  await untilKnown(deps, scope, id, ({ nextAt }) => nextAt === null);
}

/** The address of the page; null where there will be none. */
export async function findPageUrl(deps: OrderDeps, scope: Scope, { id }: OrderRow): Promise<string | null> {
  const order = await untilKnown(deps, scope, id, ({ checkout, nextAt }) => checkout !== null || nextAt === null);
  return order.nextAt === null || order.ending !== null ? null : (order.checkout?.url ?? null);
}

async function untilKnown(deps: OrderDeps, scope: Scope, id: OrderId, isKnown: (order: OrderRow) => boolean) {
  const until = performance.now() + WAIT_MS;
  await deps.orders.advance(id);
  for (;;) {
    const order = await deps.database.transaction(scope, (tx) => findOrder(tx, scope, id));
    if (!order) fail('not_found');
    if (isKnown(order) || performance.now() > until) return order;
    await wait(POLL_MS);
  }
}
