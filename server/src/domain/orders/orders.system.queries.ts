import type { OrderId, PayerId } from '@antiphon/contract/ids';
import { and, asc, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-among.ts';
import { claimed, GIVEN_BACK, isFree, isHeld, type Lease } from '../../db/lease.ts';
import { orders } from '../../db/schema/orders.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { OrderRow } from './orders.queries.ts';

export type ClaimedOrder = OrderRow & { lease: Lease };

type Claim = { owner: string; leaseMs: number; limit: number; now: Date; only?: OrderId };

/** Leases what waits for the longest, and what a process that died was at; of one alone where `only` names it, due or not. */
export async function claimOrders(tx: Tx, _system: SystemScope, claim: Claim): Promise<ClaimedOrder[]> {
  const { owner, leaseMs, limit, now, only } = claim;
  const isDue = or(lte(orders.nextAt, now), isNotNull(orders.leaseOwner));
  const due = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNotNull(orders.nextAt), only ? eq(orders.id, only) : isDue, isFree(orders)))
    .orderBy(asc(orders.nextAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(orders)
    .set(claimed(orders, owner, leaseMs))
    .where(isOneOf(orders.id, due))
    .returning();
  return rows.map((row) => ({ ...row, lease: { owner, attempt: row.leaseAttempt } }));
}

const isClaimed = ({ id, lease }: ClaimedOrder) => and(eq(orders.id, id), isHeld(orders, lease));

/** Writes down what the driver is about to do, or has learnt. False where another is at it by now, or it is over. */
export async function noteOrder(
  tx: Tx,
  _system: SystemScope,
  order: ClaimedOrder,
  known: Partial<
    Pick<
      OrderRow,
      'state' | 'invoiceId' | 'subscriptionId' | 'ending' | 'declineCode' | 'nextAt' | 'failures' | 'checkout'
    >
  >,
): Promise<boolean> {
  const rows = await tx
    .update(orders)
    .set(known)
    .where(and(isClaimed(order), isNotNull(orders.nextAt)))
    .returning({ id: orders.id });
  return rows.length > 0;
}

/** Gives it back. What somebody asked for meanwhile, sooner than `nextAt`, stays. */
export async function giveBack(
  tx: Tx,
  _system: SystemScope,
  order: ClaimedOrder,
  { nextAt, failures }: { nextAt: Date; failures: number },
) {
  const told = sql`${orders.nextAt} <> ${order.nextAt?.toISOString() ?? null}::timestamptz and ${orders.nextAt} < ${nextAt.toISOString()}::timestamptz`;
  const next = sql`case when ${orders.nextAt} is null or (${told}) then ${orders.nextAt} else ${nextAt.toISOString()}::timestamptz end`;
  await tx
    .update(orders)
    .set({ failures, nextAt: next, ...GIVEN_BACK })
    .where(isClaimed(order));
}

/** Locks the order that an invoice is of: by what it was made for, when a change was counted from, or its id. The payer is locked before. */
export async function lockOrderOf(
  tx: Tx,
  _system: SystemScope,
  of: { account: string; invoiceId: string; orderId: string | null; changedAt: number | null; payerId: PayerId },
): Promise<OrderRow | null> {
  // A later invoice of a subscription names the order of its first.
  const isMade = of.orderId ? and(eq(orders.id, of.orderId as OrderId), isNull(orders.invoiceId)) : undefined;
  const isChange =
    of.changedAt === null
      ? undefined
      : and(isNull(orders.invoiceId), sql`${orders.sale}->'change'->>'prorationAt' = ${String(of.changedAt)}`);
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.payerId, of.payerId),
        eq(orders.account, of.account),
        or(isMade, isChange, eq(orders.invoiceId, of.invoiceId)),
      ),
    )
    .for('no key update');
  return row ?? null;
}

/** What is paid stays paid. */
export async function setState(
  tx: Tx,
  _system: SystemScope,
  id: OrderId,
  known: Partial<Pick<OrderRow, 'state' | 'nextAt' | 'invoiceId' | 'subscriptionId'>>,
) {
  await tx
    .update(orders)
    .set(known)
    .where(and(eq(orders.id, id), ne(orders.state, 'paid')));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _system: SystemScope) {
  await tx.update(orders).set({ leaseUntil: sql`now()` }).where(isNotNull(orders.leaseOwner));
}
