import { and, asc, isNotNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-among.ts';
import { claimed, GIVEN_BACK, isFree, isHeld } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { arrears } from '../../db/schema/invoices.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { ClaimedArrears } from './arrears.queries.ts';

/** Leases what waits for the longest. */
export async function claimArrears(
  tx: Tx,
  _system: SystemScope,
  { owner, leaseMs, limit, now }: Claim & { now: Date },
): Promise<ClaimedArrears[]> {
  const due = tx
    .select({ id: arrears.invoiceId })
    .from(arrears)
    .where(and(lte(arrears.nextAt, now), isFree(arrears)))
    .orderBy(asc(arrears.nextAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(arrears)
    .set(claimed(arrears, owner, leaseMs))
    .where(isOneOf(arrears.invoiceId, due))
    .returning();
  return rows.map((row) => ({ ...row, lease: { owner, attempt: row.leaseAttempt } }));
}

/** Given back after a failure, to be tried again then. */
export async function giveBack(tx: Tx, _system: SystemScope, { lease }: ClaimedArrears, nextAt: Date) {
  await tx
    .update(arrears)
    .set({
      failures: sql`${arrears.failures} + 1`,
      nextAt: sql`case when ${arrears.nextAt} is not null then ${nextAt.toISOString()}::timestamptz end`,
      ...GIVEN_BACK,
    })
    .where(isHeld(arrears, lease));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _system: SystemScope) {
  await tx.update(arrears).set(GIVEN_BACK).where(isNotNull(arrears.leaseOwner));
}
