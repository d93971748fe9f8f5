import { and, asc, eq, exists, inArray, isNotNull, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-among.ts';
import { claimed, GIVEN_BACK, isFree } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { orders } from '../../db/schema/orders.ts';
import { payers } from '../../db/schema/payments.ts';
import { rechargeSettings } from '../../db/schema/recharges.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { ClaimedRecharge } from './recharges.queries.ts';

/** Its account has the threshold or more; one that never had any has none. */
const hasEnough: SQL = sql`exists (
  select from payers join credit_accounts
    on credit_accounts.id = case when payers.org_id is null then 'workspace:' || payers.workspace_uid else 'org:' || payers.org_id end
  where payers.id = recharge_settings.payer_id
    and credit_accounts.balance - credit_accounts.held >= recharge_settings.threshold * 1000000::bigint)`;

/** Another card than the one that it was paused for ends a pause. */
async function unpauseForNewCards(tx: Tx) {
  const changed = tx
    .select({ id: payers.id })
    .from(payers)
    .where(
      and(
        eq(payers.id, rechargeSettings.payerId),
        isNotNull(payers.card),
        sql`${payers.card} ->> 'fingerprint' is distinct from ${rechargeSettings.pausedFingerprint}`,
      ),
    );
  await tx
    .update(rechargeSettings)
    .set({ pausedReason: null, pausedFingerprint: null, failures: 0, nextAt: null, wasAbove: true })
    .where(and(isNotNull(rechargeSettings.pausedReason), exists(changed)));
}

/** Who has enough again may run low within the hour. */
const noteAbove = (tx: Tx) =>
  tx
    .update(rechargeSettings)
    .set({ wasAbove: true })
    .where(and(eq(rechargeSettings.wasAbove, false), eq(rechargeSettings.isEnabled, true), hasEnough));

/** Leases whose credits run low, and what of is on its way has ended. */
export async function claimRecharges(
  tx: Tx,
  _system: SystemScope,
  { owner, leaseMs, limit, now }: Claim & { now: Date },
): Promise<ClaimedRecharge[]> {
  await unpauseForNewCards(tx);
  await noteAbove(tx);
  const isOver = inArray(orders.state, ['paid', 'void', 'failed']);
  const over = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, rechargeSettings.orderId), isOver));
  const isLow = and(
    ...[eq(rechargeSettings.isEnabled, true), isNull(rechargeSettings.pausedReason), isNull(rechargeSettings.orderId)],
    or(isNull(rechargeSettings.nextAt), lte(rechargeSettings.nextAt, now)),
    or(eq(rechargeSettings.isWanted, true), not(hasEnough)),
  );
  const due = tx
    .select({ id: rechargeSettings.payerId })
    .from(rechargeSettings)
    .where(and(isFree(rechargeSettings), or(exists(over), isLow)))
    .orderBy(asc(rechargeSettings.nextAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(rechargeSettings)
    .set(claimed(rechargeSettings, owner, leaseMs))
    .where(isOneOf(rechargeSettings.payerId, due))
    .returning();
  return rows.map((row) => ({ ...row, lease: { owner, attempt: row.leaseAttempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _system: SystemScope) {
  await tx.update(rechargeSettings).set(GIVEN_BACK).where(isNotNull(rechargeSettings.leaseOwner));
}
