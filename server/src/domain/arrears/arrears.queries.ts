import { and, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, isHeld, type Lease } from '../../db/lease.ts';
import { arrears } from '../../db/schema/invoices.ts';
import type { Scope } from '../../db/scope.ts';

export type ArrearsRow = typeof arrears.$inferSelect;
export type ClaimedArrears = ArrearsRow & { lease: Lease };

const isIn = (scope: Scope) => eq(arrears.workspaceUid, scope.workspaceUid);
const isOpen = isNotNull(arrears.nextAt);

/** Once for each invoice. */
export async function insertArrears(
  tx: Tx,
  scope: Scope,
  row: Pick<ArrearsRow, 'invoiceId' | 'payerId' | 'subscriptionId' | 'account' | 'since' | 'nextAt'>,
) {
  await tx
    .insert(arrears)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing();
}

/** Of a subscription, those that are not over. */
export const listOpen = (tx: Tx, scope: Scope, subscriptionId: string): Promise<ArrearsRow[]> =>
  tx
    .select()
    .from(arrears)
    .where(and(isIn(scope), eq(arrears.subscriptionId, subscriptionId), isOpen));

export async function updateArrears(
  tx: Tx,
  scope: Scope,
  invoiceId: string,
  change: Partial<Pick<ArrearsRow, 'isEnding' | 'nextAt'>>,
) {
  await tx
    .update(arrears)
    .set(change)
    .where(and(isIn(scope), eq(arrears.invoiceId, invoiceId)));
}

/** The one that is leased, locked; null where another has it by now, or it is over. */
export async function lockClaimed(tx: Tx, scope: Scope, { invoiceId, lease }: ClaimedArrears) {
  const [row] = await tx
    .select()
    .from(arrears)
    .where(and(isIn(scope), eq(arrears.invoiceId, invoiceId), isHeld(arrears, lease), isOpen))
    .for('update');
  return row ?? null;
}

/** What was done, where it is still held; given back unless `keeps`. */
export async function noteDone(
  tx: Tx,
  scope: Scope,
  { invoiceId, lease }: ClaimedArrears,
  change: Partial<Pick<ArrearsRow, 'told' | 'isEnding' | 'nextAt' | 'failures'>>,
  keeps = false,
) {
  await tx
    .update(arrears)
    .set({ ...change, ...(keeps ? {} : GIVEN_BACK) })
    .where(and(isIn(scope), eq(arrears.invoiceId, invoiceId), isHeld(arrears, lease)));
}
