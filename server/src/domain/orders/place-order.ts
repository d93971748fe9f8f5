import { setTimeout as wait } from 'node:timers/promises';
import { fail } from '@antiphon/contract/errors';
import { newOrderId, type OrderId, type QuoteId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import type { Payer, PayerDeps, Who } from '../payments/demand-payer.ts';
import { findPayer, keepCurrency } from '../payments/lock-payer.ts';
import type { ItemsChange } from '../payments/subscriptions.ports.ts';
import { feeOf } from '../quotes/money.rules.ts';
import { demandValid, lockQuote, markOrdered, type QuoteRow } from '../quotes/take-quote.ts';
import type { OrderRunner } from './orders.ports.ts';
import {
  findByQuote,
  findBySubscription,
  findOrder,
  findPaidTwin,
  findUnfinished,
  hasChange,
  insertOrder,
  type OrderRow,
  type Purpose,
} from './orders.queries.ts';

export type OrderDeps = PayerDeps & { orders: Pick<OrderRunner, 'advance'>; clock: () => Date };

/** Who clicks twice, or sends again what got no answer, means one payment; who means two has a quote for each. */
const TWIN_MS = 60_000;
/** As long as a browser is kept waiting; the payment goes on. */
const WAIT_MS = 12_000;
const POLL_MS = 100;

type Wanted = {
  quoteId: QuoteId;
  purpose: Purpose;
  /** Who pays. */
  who?: Who;
  /** The caller named no quote: this one was made for the call. */
  isUnnamed: boolean;
  /** What else has to be so for a new one. */
  demandFree?: (tx: Tx, quote: QuoteRow) => Promise<void>;
  /** Whether what was just paid for the same is still there. */
  countsStill?: (tx: Tx, paid: OrderRow) => Promise<boolean>;
};

/**
 * Pays what a quote says, once. An order of the same purpose that is not finished is the one that is gone on with, whoever began it, in
 * whatever tab or process.
 */
export async function placeOrder(deps: OrderDeps, member: Member, wanted: Wanted): Promise<OrderRow> {
  const { database } = deps;
  const { scope } = member;
  // Between the look and the write another one may begin or end.
  for (let tries = 0; tries < 3; tries += 1) {
    const taken = await database.transaction(scope, (tx) => takeOrder(deps, tx, member, wanted));
    if (taken === null) continue;
    const order = await settled(deps, scope, taken.id);
    if (!isAnothersEnd(order, wanted)) return order;
  }
  return fail('unavailable');
}

/**
 * What was gone on with had failed at the bank already: who was shown a price since means a new payment. Without a quote of their own it
 * may be the same press, sent again.
 */
const isAnothersEnd = ({ state, quoteId }: OrderRow, wanted: Wanted): boolean =>
  !wanted.isUnnamed && quoteId !== wanted.quoteId && (state === 'void' || state === 'failed');

async function takeOrder({ clock }: OrderDeps, tx: Tx, member: Member, wanted: Wanted): Promise<OrderRow | null> {
  const { scope } = member;
  const { quoteId, purpose, who = null, isUnnamed, demandFree, countsStill = async () => true } = wanted;
  const payer = await findPayer(tx, scope, who);
  if (!payer?.customerId || !payer.card) fail('card_needed');
  if (payer.blocked) fail('forbidden');
  // Who comes by the same quote waits here, and finds its order.
  const quote = await lockQuote(tx, scope, { id: quoteId, payerId: payer.id });
  const unfinished = { payerId: payer.id, purpose };
  const known = (await findUnfinished(tx, scope, unfinished)) ?? (await findByQuote(tx, scope, quoteId));
  if (known) return known;
  const now = clock();
  demandValid(quote, payer, now);
  if (quote.purpose !== purpose) fail('quote_over');
  // The credits of a year come month by month, which nobody sees to yet.
  if (quote.wanted.billingCycle === 'yearly') fail('unavailable');
  const since = new Date(now.getTime() - TWIN_MS);
  const twin = isUnnamed ? await findPaidTwin(tx, scope, { ...unfinished, amount: quote.total, since }) : null;
  if (twin && (await countsStill(tx, twin))) return twin;
  await demandFree?.(tx, quote);
  const change = changeOf(quote);
  // Its invoice is known by when it was counted from: a second one of the same moment would take the first one's for its own.
  if (change && (await hasChange(tx, scope, payer.id, change))) fail('quote_over');
  const order = await insertFor(tx, scope, { payer: { ...payer, customerId: payer.customerId }, quote, now });
  // Somebody began one meanwhile; null where it has ended since.
  if (!order) return findUnfinished(tx, scope, unfinished);
  await noteOrdered(tx, scope, order, actorOf(member));
  return order;
}

type Bought = { payer: Payer; quote: QuoteRow; now: Date; isHolderAway?: boolean };

const changeOf = (quote: QuoteRow) => (quote.wanted.change as ItemsChange | undefined) ?? null;

function insertFor(tx: Tx, scope: Scope, { payer, quote, now, isHolderAway = false }: Bought) {
  const { purpose, lines, taxRateId, promotionCodeId, currency, total, tax, credits } = quote;
  return insertOrder(tx, scope, {
    ...{ id: newOrderId(), payerId: payer.id, quoteId: quote.id, purpose, account: payer.account, isHolderAway },
    ...{ customerId: payer.customerId, currency, amount: total, tax, credits, createdAt: now, nextAt: now },
    sale: {
      lines: lines.map(({ name, amount, priceId, quantity }) => ({ name, amount, priceId, quantity })),
      ...{ taxRateId, promotionCodeId, fee: payer.account === '' ? 0 : feeOf(total) },
      planKey: typeof quote.wanted.planId === 'string' ? quote.wanted.planId : null,
      change: changeOf(quote),
    },
  });
}

async function noteOrdered(tx: Tx, scope: Scope, order: OrderRow, actor: string) {
  const { id, payerId, quoteId, purpose, amount, currency } = order;
  await markOrdered(tx, scope, quoteId);
  await keepCurrency(tx, scope, payerId, currency);
  await recordAudit(tx, scope, { actor, action: 'order.place', target: id, details: { purpose, amount, currency } });
}

/**
 * In a transaction of the caller's, with nobody there: paid without the card's holder, or not at all. Null where another order of the
 * purpose is not finished.
 */
export async function placeAway(
  tx: Tx,
  scope: Scope,
  { payer, quote: { id }, now }: Omit<Bought, 'isHolderAway'>,
): Promise<OrderRow | null> {
  const quote = await lockQuote(tx, scope, { id, payerId: payer.id });
  demandValid(quote, payer, now);
  const order = await insertFor(tx, scope, { payer, quote, now, isHolderAway: true });
  if (order) await noteOrdered(tx, scope, order, 'system');
  return order;
}

/** A payment of this purpose waits for somebody, or is on its way. */
export async function isUnderWay(tx: Tx, scope: Scope, purpose: Purpose): Promise<boolean> {
  const payer = await findPayer(tx, scope);
  return payer !== null && (await findUnfinished(tx, scope, { payerId: payer.id, purpose })) !== null;
}

/** By which order a subscription began; null where it is not theirs. */
export async function findSubscriptionOrder(tx: Tx, scope: Scope, subscriptionId: string): Promise<OrderId | null> {
  return (await findBySubscription(tx, scope, subscriptionId))?.id ?? null;
}

/** The order once it waits for nobody but people, or after a while as it is then. */
export async function settled({ database, orders }: OrderDeps, scope: Scope, id: OrderId): Promise<OrderRow> {
  await orders.advance(id);
  const until = performance.now() + WAIT_MS;
  for (;;) {
    const order = await database.transaction(scope, (tx) => findOrder(tx, scope, id));
    if (!order) fail('not_found');
    const isEnding = order.ending !== null && order.nextAt !== null;
    const isOnItsWay = isEnding || order.state === 'open' || order.state === 'sent';
    if (!isOnItsWay || performance.now() > until) return order;
    await wait(POLL_MS);
  }
}
