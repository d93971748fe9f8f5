import type { ErrorCode } from '@antiphon/contract/error-list';
import { fail } from '@antiphon/contract/errors';
import type { OrderId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayments, type Who } from '../payments/demand-payer.ts';
import { findPayer } from '../payments/lock-payer.ts';
import { cancelUnfinished, findOrder, listUnfinished, type OrderRow } from './orders.queries.ts';
import { type OrderDeps, settled } from './place-order.ts';

const STATUS = { open: 'processing', sent: 'processing', action: 'action' } as const;

/** Minor units of all our currencies are hundredths. */
const inUnits = (minor: number): number => minor / 100;

/** As a screen needs it; the secret with which the holder is asked is the provider's, and asked for each time. */
export async function presentOrder(deps: OrderDeps, order: OrderRow): Promise<Order> {
  const { state, account, invoiceId, currency } = order;
  const payments = demandPayments(deps);
  const isAsked = state === 'action' && invoiceId !== null;
  const invoice = isAsked ? await askProvider(deps.log, payments.findInvoice(account, invoiceId)) : null;
  const clientSecret = invoice?.intent?.status === 'action' ? invoice.intent.clientSecret : null;
  return {
    ...{ orderId: order.id, purpose: order.purpose, transactionId: invoiceId ?? '' },
    status: state === 'paid' || state === 'void' || state === 'failed' ? state : STATUS[state],
    ...{ amount: inUnits(order.amount), amountPaid: state === 'paid' ? inUnits(order.amount) : 0, currency },
    ...{ tax: { amount: inUnits(order.tax), currency }, credits: toCredits(order.credits) },
    ...{ requiresAction: clientSecret !== null, clientSecret },
    createdAt: Math.floor(order.createdAt.getTime() / 1_000),
  };
}

/** What to say of an order that ended without a payment. */
const ENDED: Record<NonNullable<OrderRow['ending']>, ErrorCode> = {
  ...{ declined: 'payment_declined', canceled: 'conflict', other_total: 'quote_over' },
  ...{ expired: 'unavailable', refused: 'unavailable' },
};

export const failEnded = ({ ending }: OrderRow): never => fail(ENDED[ending ?? 'refused']);

export function listOrders(deps: OrderDeps, member: Member): Promise<{ items: Order[] }> {
  demand(member, 'billing.write');
  return listOrdersOf(deps, member.scope, null);
}

/** The same for whoever pays, once it is known that they may. */
export async function listOrdersOf(deps: OrderDeps, scope: Scope, who: Who): Promise<{ items: Order[] }> {
  demandPayments(deps);
  const rows = await deps.database.transaction(scope, async (tx) => {
    const payer = await findPayer(tx, scope, who);
    return payer ? listUnfinished(tx, scope, payer.id) : [];
  });
  return { items: await Promise.all(rows.map((row) => presentOrder(deps, row))) };
}

export function getOrder(deps: OrderDeps, member: Member, id: OrderId): Promise<Order> {
  demand(member, 'billing.write');
  return getOrderOf(deps, member.scope, null, id);
}

export async function getOrderOf(deps: OrderDeps, scope: Scope, who: Who, id: OrderId): Promise<Order> {
  demandPayments(deps);
  const find = () => deps.database.transaction(scope, (tx) => demandTheirs(tx, scope, who, id));
  const order = await presentOrder(deps, await find());
  // Their bank has answered, of which the provider has not told us yet.
  const isAnswered = order.status === 'action' && !order.requiresAction;
  if (!isAnswered) return order;
  await deps.orders.advance(id);
  return presentOrder(deps, await find());
}

async function demandTheirs(tx: Tx, scope: Scope, who: Who, id: OrderId): Promise<OrderRow> {
  const payer = await findPayer(tx, scope, who);
  const order = await findOrder(tx, scope, id);
  return payer && order?.payerId === payer.id ? order : fail('not_found');
}

/** Gives up a payment of which the holder is asked. Who was faster and said yes has paid. */
export function cancelOrder(deps: OrderDeps, member: Member, id: OrderId): Promise<Order> {
  demand(member, 'billing.write');
  return cancelOrderOf(deps, member, null, id);
}

export async function cancelOrderOf(deps: OrderDeps, member: Member, who: Who, id: OrderId): Promise<Order> {
  demandPayments(deps);
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const order = await demandTheirs(tx, scope, who, id);
    if (order.nextAt === null || order.ending !== null) return;
    if (!(await cancelUnfinished(tx, scope, id, deps.clock()))) fail('payment_under_way');
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'order.cancel', target: id });
  });
  return presentOrder(deps, await settled(deps, scope, id));
}
