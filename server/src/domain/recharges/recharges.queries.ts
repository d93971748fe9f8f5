import type { OrderId, PayerId } from '@antiphon/contract/ids';
import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, isHeld, type Lease } from '../../db/lease.ts';
import { orders } from '../../db/schema/orders.ts';
import { orgSubscriptions } from '../../db/schema/org-subscriptions.ts';
import { payers } from '../../db/schema/payments.ts';
import { rechargeMonths, rechargeSettings } from '../../db/schema/recharges.ts';
import { subscriptions } from '../../db/schema/subscriptions.ts';
import type { Scope } from '../../db/scope.ts';

export type RechargeRow = typeof rechargeSettings.$inferSelect;
export type ClaimedRecharge = RechargeRow & { lease: Lease };
export type RechargeChoice = Pick<RechargeRow, 'isEnabled' | 'threshold' | 'amount' | 'monthlyLimit'>;

const isIn = (scope: Scope) => eq(rechargeSettings.workspaceUid, scope.workspaceUid);

export async function findRecharge(tx: Tx, scope: Scope, payerId: PayerId): Promise<RechargeRow | null> {
  const [row] = await tx
    .select()
    .from(rechargeSettings)
    .where(and(isIn(scope), eq(rechargeSettings.payerId, payerId)));
  return row ?? null;
}

export async function putChoice(tx: Tx, scope: Scope, payerId: PayerId, choice: RechargeChoice) {
  await tx
    .insert(rechargeSettings)
    .values({ payerId, workspaceUid: scope.workspaceUid, ...choice })
    .onConflictDoUpdate({ target: rechargeSettings.payerId, set: choice });
}

/** Of one that is paused: true where it was. */
export async function unpause(tx: Tx, scope: Scope, payerId: PayerId, failures: number): Promise<boolean> {
  const rows = await tx
    .update(rechargeSettings)
    .set({ pausedReason: null, pausedFingerprint: null, failures, nextAt: null, wasAbove: true })
    .where(and(isIn(scope), eq(rechargeSettings.payerId, payerId), sql`${rechargeSettings.pausedReason} is not null`))
    .returning({ payerId: rechargeSettings.payerId });
  return rows.length > 0;
}

/** Of whoever has it set up. */
export async function markWanted(tx: Tx, scope: Scope) {
  // None of its orgs: they pay themselves.
  const isOwn = and(eq(payers.workspaceUid, scope.workspaceUid), eq(payers.kind, 'workspace'));
  const own = tx.select({ id: payers.id }).from(payers).where(isOwn);
  await tx
    .update(rechargeSettings)
    .set({ isWanted: true })
    .where(and(isIn(scope), eq(rechargeSettings.isEnabled, true), inArray(rechargeSettings.payerId, own)));
}

/** The one that is leased, locked; null where another has it by now. */
export async function lockClaimed(
  tx: Tx,
  scope: Scope,
  { payerId, lease }: ClaimedRecharge,
): Promise<RechargeRow | null> {
  const [row] = await tx
    .select()
    .from(rechargeSettings)
    .where(and(isIn(scope), eq(rechargeSettings.payerId, payerId), isHeld(rechargeSettings, lease)))
    .for('update');
  return row ?? null;
}

type Change = Partial<
  Pick<
    RechargeRow,
    | 'failures'
    | 'nextAt'
    | 'lastAt'
    | 'wasAbove'
    | 'isWanted'
    | 'pausedReason'
    | 'pausedFingerprint'
    | 'orderId'
    | 'reserved'
    | 'month'
  >
>;

/** Under the lock of `lockClaimed`. The row is given back unless `keeps`. */
export async function noteRecharge(
  tx: Tx,
  scope: Scope,
  { payerId, lease }: ClaimedRecharge,
  change: Change,
  keeps = false,
) {
  await tx
    .update(rechargeSettings)
    .set({ ...change, ...(keeps ? {} : GIVEN_BACK) })
    .where(and(isIn(scope), eq(rechargeSettings.payerId, payerId), isHeld(rechargeSettings, lease)));
}

export async function findMonth(tx: Tx, scope: Scope, { payerId, month }: { payerId: PayerId; month: string }) {
  const [row] = await tx
    .select({ reserved: rechargeMonths.reserved, charged: rechargeMonths.charged })
    .from(rechargeMonths)
    .where(and(...isMonth(scope, { payerId, month })));
  return row ?? { reserved: 0, charged: 0 };
}

const isMonth = (scope: Scope, { payerId, month }: { payerId: PayerId; month: string }) => [
  eq(rechargeMonths.workspaceUid, scope.workspaceUid),
  eq(rechargeMonths.payerId, payerId),
  eq(rechargeMonths.month, month),
];

type OfMonth = { payerId: PayerId; month: string; sum: number };

/** By the write itself: false where the month has no room for it. `most`: null is without limit. */
export async function reserveMonth(
  tx: Tx,
  scope: Scope,
  { payerId, month, sum, most }: OfMonth & { most: number | null },
): Promise<boolean> {
  await tx.insert(rechargeMonths).values({ payerId, month, workspaceUid: scope.workspaceUid }).onConflictDoNothing();
  const rows = await tx
    .update(rechargeMonths)
    .set({ reserved: sql`${rechargeMonths.reserved} + ${sum}` })
    .where(
      and(
        ...isMonth(scope, { payerId, month }),
        most === null ? undefined : sql`${rechargeMonths.reserved} + ${rechargeMonths.charged} + ${sum} <= ${most}`,
      ),
    )
    .returning({ month: rechargeMonths.month });
  return rows.length > 0;
}

/** What was reserved is charged, or given back. */
export async function settleMonth(
  tx: Tx,
  scope: Scope,
  { payerId, month, sum, charged }: OfMonth & { charged: number },
) {
  await tx
    .update(rechargeMonths)
    .set({
      reserved: sql`${rechargeMonths.reserved} - ${sum}`,
      charged: sql`${rechargeMonths.charged} + ${charged}`,
    })
    .where(and(...isMonth(scope, { payerId, month })));
}

export async function findOutcome(tx: Tx, scope: Scope, orderId: OrderId) {
  const [row] = await tx
    .select({ state: orders.state, ending: orders.ending, declineCode: orders.declineCode, amount: orders.amount })
    .from(orders)
    .where(and(eq(orders.workspaceUid, scope.workspaceUid), eq(orders.id, orderId)));
  return row ?? null;
}

/** How many were begun since then, and whether any payment of credits is not finished. */
export async function countOrders(tx: Tx, scope: Scope, { payerId, since }: { payerId: PayerId; since: Date }) {
  const isTheirs = [eq(orders.workspaceUid, scope.workspaceUid), eq(orders.payerId, payerId)];
  const begun = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(...isTheirs, eq(orders.isHolderAway, true), gte(orders.createdAt, since)));
  const isOpen = [
    inArray(orders.purpose, ['top_up', 'client_credits']),
    inArray(orders.state, ['open', 'sent', 'action']),
  ];
  const open = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(...isTheirs, ...isOpen));
  return { begun: begun.length, hasOpen: open.length > 0 };
}

export async function isPastDue(tx: Tx, scope: Scope): Promise<boolean> {
  const isLate = inArray(subscriptions.status, ['past_due', 'unpaid']);
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.workspaceUid, scope.workspaceUid), isLate))
    .limit(1);
  return rows.length > 0;
}

/** Of an org: its plan of the agency's. */
export async function isOrgPastDue(tx: Tx, scope: Scope, payerId: PayerId): Promise<boolean> {
  const isLate = inArray(orgSubscriptions.status, ['past_due', 'unpaid']);
  const rows = await tx
    .select({ id: orgSubscriptions.id })
    .from(orgSubscriptions)
    .where(and(eq(orgSubscriptions.workspaceUid, scope.workspaceUid), eq(orgSubscriptions.payerId, payerId), isLate))
    .limit(1);
  return rows.length > 0;
}
