import type { OrderId, PayerId, QuoteId } from '@antiphon/contract/ids';
import { and, desc, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { orders } from '../../db/schema/orders.ts';
import type { Scope } from '../../db/scope.ts';

export type OrderRow = typeof orders.$inferSelect;
export type Purpose = OrderRow['purpose'];

const isIn = (scope: Scope) => eq(orders.workspaceUid, scope.workspaceUid);
const isUnfinished = inArray(orders.state, ['open', 'sent', 'action']);

/** Null where there is an unfinished one of the same purpose, or one by the same quote. */
export async function insertOrder(
  tx: Tx,
  scope: Scope,
  order: Omit<typeof orders.$inferInsert, 'workspaceUid'>,
): Promise<OrderRow | null> {
  const [row] = await tx
    .insert(orders)
    .values({ ...order, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export async function findOrder(tx: Tx, scope: Scope, id: OrderId): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(isIn(scope), eq(orders.id, id)));
  return row ?? null;
}

/** The newest first, but those that are paid on a page of the provider's: whoever wants the same again is led back there. */
export const listUnfinished = (tx: Tx, scope: Scope, payerId: PayerId): Promise<OrderRow[]> =>
  tx
    .select()
    .from(orders)
    .where(and(isIn(scope), eq(orders.payerId, payerId), ne(orders.purpose, 'client_plan'), isUnfinished))
    .orderBy(desc(orders.createdAt));

export async function findUnfinished(
  tx: Tx,
  scope: Scope,
  { payerId, purpose }: { payerId: PayerId; purpose: Purpose },
): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(isIn(scope), eq(orders.payerId, payerId), eq(orders.purpose, purpose), isUnfinished));
  return row ?? null;
}

export async function findByQuote(tx: Tx, scope: Scope, quoteId: QuoteId): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(isIn(scope), eq(orders.quoteId, quoteId)));
  return row ?? null;
}

export async function findBySubscription(tx: Tx, scope: Scope, subscriptionId: string): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(isIn(scope), eq(orders.subscriptionId, subscriptionId), eq(orders.purpose, 'subscription')));
  return row ?? null;
}

/** One that was paid since then, of the same sum for the same purpose. */
export async function findPaidTwin(
  tx: Tx,
  scope: Scope,
  twin: { payerId: PayerId; purpose: Purpose; amount: number; since: Date },
): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(
      and(
        ...[isIn(scope), eq(orders.payerId, twin.payerId), eq(orders.purpose, twin.purpose)],
        ...[eq(orders.state, 'paid'), eq(orders.amount, twin.amount), gte(orders.createdAt, twin.since)],
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Whether the same subscription was changed as of the same second before. */
export async function hasChange(
  tx: Tx,
  scope: Scope,
  payerId: PayerId,
  { prorationAt }: { prorationAt: number },
): Promise<boolean> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        ...[isIn(scope), eq(orders.payerId, payerId), eq(orders.purpose, 'addons')],
        sql`${orders.sale}->'change'->>'prorationAt' = ${String(prorationAt)}`,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Has it ended while its holder is asked; false where it is not, or ends for another reason already. */
export async function cancelUnfinished(tx: Tx, scope: Scope, id: OrderId, now: Date): Promise<boolean> {
  const rows = await tx
    .update(orders)
    .set({ ending: 'canceled', nextAt: now })
    .where(and(isIn(scope), eq(orders.id, id), eq(orders.state, 'action'), isNull(orders.ending)))
    .returning({ id: orders.id });
  return rows.length > 0;
}

/** Has a payment on a page end; one that ends for another reason already, or is over, is as it is. */
export async function endCheckout(tx: Tx, scope: Scope, id: OrderId, now: Date) {
  await tx
    .update(orders)
    .set({ ending: 'canceled', nextAt: now })
    .where(and(isIn(scope), eq(orders.id, id), isUnfinished, isNull(orders.ending)));
}
