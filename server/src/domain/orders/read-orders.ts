import type { ErrorCode } from '@antiphon/contract/error-list';
import { fail } from '@antiphon/contract/errors';
import type { OrderId } from '@antiphon/contract/ids';
import type { Order } from '@antiphon/contract/orders';
import { recordAudit } from '../audit/record-audit.ts';
import { toCredits } from '../billing/credits.rules.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { askProvider, demandPayments } from '../payments/demand-payer.ts';
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

export async function listOrders(deps: OrderDeps, member: Member): Promise<{ items: Order[] }> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const rows = await deps.database.transaction(member.scope, (tx) => listUnfinished(tx, member.scope));
  return { items: await Promise.all(rows.map((row) => presentOrder(deps, row))) };
}

export async function getOrder(deps: OrderDeps, member: Member, id: OrderId): Promise<Order> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const row = await deps.database.transaction(member.scope, (tx) => findOrder(tx, member.scope, id));
  return presentOrder(deps, row ?? fail('not_found'));
}

/** Gives up a payment of which the holder is asked. Who was faster and said yes has paid. */
export async function cancelOrder(deps: OrderDeps, member: Member, id: OrderId): Promise<Order> {
  demand(member, 'billing.write');
  demandPayments(deps);
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const order = await findOrder(tx, scope, id);
    if (!order) fail('not_found');
    if (order.nextAt === null || order.ending !== null) return;
    if (!(await cancelUnfinished(tx, scope, id, deps.clock()))) fail('payment_under_way');
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'order.cancel', target: id });
  });
  return presentOrder(deps, await settled(deps, scope, id));
}
