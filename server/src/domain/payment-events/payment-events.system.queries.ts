import { and, asc, eq, gte, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { isOneOf } from '../../db/is-among.ts';
import { claimed, GIVEN_BACK, isFree, isHeld, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { connectAccounts } from '../../db/schema/connect.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { orders } from '../../db/schema/orders.ts';
import { orgSubscriptions } from '../../db/schema/org-subscriptions.ts';
import { paymentInbox, paymentObjects } from '../../db/schema/payments.ts';
import { subscriptions } from '../../db/schema/subscriptions.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { EventEndpoint, PayEvent, PayObject } from '../payments/payments.ports.ts';
import { FAILURES_MAX, waitSeconds } from './payment-events.rules.ts';

/** Not `now()`, which the column rounds to the millisecond: upwards, nobody would find it yet. */
const AT_ONCE = sql`date_trunc('milliseconds', now())`;

export type ClaimedObject = PayObject & { version: number; lease: Lease };

/** False where it came before. */
export async function insertEvent(
  tx: Tx,
  _system: SystemScope,
  { event, endpoint }: { event: PayEvent; endpoint: EventEndpoint },
): Promise<boolean> {
  const rows = await tx
    .insert(paymentInbox)
    .values({
      account: event.account,
      eventId: event.id,
      endpoint,
      type: event.type,
      kind: event.about?.kind ?? null,
      objectId: event.about?.id ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: paymentInbox.eventId });
  return rows.length > 0;
}

/**
 * Says that it is not as it was looked at last; which version that makes it. One that fails just now keeps its wait; one that is parked is tried once more.
 */
export async function markDirty(tx: Tx, _system: SystemScope, { account, kind, id }: PayObject): Promise<number> {
  const isWaiting = sql`${paymentObjects.failures} > 0 and ${paymentObjects.nextAt} is not null`;
  const [row] = await tx
    .insert(paymentObjects)
    .values({ account, kind, objectId: id, version: 1, nextAt: AT_ONCE })
    .onConflictDoUpdate({
      target: [paymentObjects.account, paymentObjects.kind, paymentObjects.objectId],
      set: {
        version: sql`${paymentObjects.version} + 1`,
        toldAt: sql`now()`,
        nextAt: sql`case when ${isWaiting} then ${paymentObjects.nextAt} else ${AT_ONCE} end`,
      },
    })
    .returning({ version: paymentObjects.version });
  return row?.version ?? 0;
}

/** How far somebody has come with it; null where it is gone. */
export async function findProgress(tx: Tx, _system: SystemScope, object: PayObject) {
  const [row] = await tx
    .select({ doneVersion: paymentObjects.doneVersion, failures: paymentObjects.failures })
    .from(paymentObjects)
    .where(isObject(object));
  return row ?? null;
}

/** Leases what waits for the longest; of one alone where `only` names it. */
export async function claimDue(
  tx: Tx,
  _system: SystemScope,
  { owner, leaseMs, limit, only }: Claim & { only?: PayObject },
): Promise<ClaimedObject[]> {
  const due = tx
    .select({ ctid: sql`ctid` })
    .from(paymentObjects)
    .where(and(only && isObject(only), lte(paymentObjects.nextAt, sql`now()`), isFree(paymentObjects)))
    .orderBy(asc(paymentObjects.nextAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(paymentObjects)
    .set(claimed(paymentObjects, owner, leaseMs))
    .where(isOneOf(sql`ctid`, due))
    .returning();
  return rows.map((row) => ({
    account: row.account,
    kind: row.kind as PayObject['kind'],
    id: row.objectId,
    version: row.version,
    lease: { owner, attempt: row.leaseAttempt },
  }));
}

const isClaimed = ({ account, kind, id, lease }: ClaimedObject): SQL =>
  and(isObject({ account, kind, id }), isHeld(paymentObjects, lease)) as SQL;
const isObject = ({ account, kind, id }: PayObject): SQL =>
  and(eq(paymentObjects.account, account), eq(paymentObjects.kind, kind), eq(paymentObjects.objectId, id)) as SQL;

/** Told of again since it was fetched: it is looked at again. False where another has it by now. */
export async function markDone(tx: Tx, _system: SystemScope, object: ClaimedObject): Promise<boolean> {
  const rows = await tx
    .update(paymentObjects)
    .set({
      doneVersion: object.version,
      failures: 0,
      nextAt: sql`case when ${paymentObjects.version} > ${object.version} then ${AT_ONCE} end`,
      ...GIVEN_BACK,
    })
    .where(isClaimed(object))
    .returning({ id: paymentObjects.objectId });
  return rows.length > 0;
}

/** How often it has failed; 0 where another has it by now. Past the last try nobody looks by themselves. */
export async function markFailed(tx: Tx, _system: SystemScope, object: ClaimedObject): Promise<number> {
  const [row] = await tx
    .update(paymentObjects)
    .set({ failures: sql`${paymentObjects.failures} + 1`, ...GIVEN_BACK })
    .where(isClaimed(object))
    .returning({ failures: paymentObjects.failures });
  if (!row) return 0;
  const wait = sql`now() + ${waitSeconds(row.failures)}::int * interval '1 second'`;
  await tx
    .update(paymentObjects)
    .set({ nextAt: row.failures >= FAILURES_MAX ? null : wait })
    .where(isObject(object));
  return row.failures;
}

/** What could be worth another look, as if nobody had looked since. */
export type Replayed = { since: Date } | { event: string } | { object: string };

/** Which objects are meant; none is made that was never told of. */
export async function listReplayed(tx: Tx, _system: SystemScope, what: Replayed): Promise<PayObject[]> {
  const isMeant =
    'since' in what
      ? gte(paymentInbox.receivedAt, what.since)
      : 'event' in what
        ? eq(paymentInbox.eventId, what.event)
        : eq(paymentInbox.objectId, what.object);
  const rows = await tx
    .selectDistinct({ account: paymentInbox.account, kind: paymentInbox.kind, id: paymentInbox.objectId })
    .from(paymentInbox)
    .where(and(isNotNull(paymentInbox.kind), isMeant));
  return rows as PayObject[];
}

/** Subscriptions that are not over, or began lately, on the platform's own account; and invoices of lately, on whatever account. */
export async function listTouched(tx: Tx, _system: SystemScope, since: Date): Promise<PayObject[]> {
  const plans = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(or(ne(subscriptions.status, 'canceled'), gte(subscriptions.periodEnd, since)));
  const orgPlans = await tx
    .select({ account: orgSubscriptions.account, id: orgSubscriptions.id })
    .from(orgSubscriptions)
    // Of an account that its owner took back nothing can be asked.
    .innerJoin(
      connectAccounts,
      and(eq(connectAccounts.accountId, orgSubscriptions.account), isNull(connectAccounts.disconnectedAt)),
    )
    .where(or(ne(orgSubscriptions.status, 'canceled'), gte(orgSubscriptions.periodEnd, since)));
  const asked = await tx
    .select({ account: invoices.account, id: invoices.id })
    .from(invoices)
    .where(gte(invoices.createdAt, since));
  const ordered = await tx
    .select({ account: orders.account, id: orders.invoiceId })
    .from(orders)
    .where(and(isNotNull(orders.invoiceId), gte(orders.createdAt, since)));
  const each = [...asked, ...ordered].flatMap(({ account, id }) =>
    id === null ? [] : [[`${account} ${id}`, { account, id }] as const],
  );
  return [
    ...plans.map(({ id }) => ({ account: '', kind: 'subscription' as const, id })),
    ...orgPlans.map((of) => ({ ...of, kind: 'subscription' as const })),
    ...[...new Map(each).values()].map((of) => ({ ...of, kind: 'invoice' as const })),
  ];
}

/** The accounts of agencies that can be asked. */
export async function listAccounts(tx: Tx, _system: SystemScope): Promise<string[]> {
  const rows = await tx
    .select({ account: connectAccounts.accountId })
    .from(connectAccounts)
    .where(and(isNotNull(connectAccounts.accountId), isNull(connectAccounts.disconnectedAt)));
  return rows.flatMap(({ account }) => account ?? []);
}

/** A person wants it tried: it has not failed. */
export async function forgetFailures(tx: Tx, _system: SystemScope, object: PayObject) {
  await tx.update(paymentObjects).set({ failures: 0, nextAt: AT_ONCE }).where(isObject(object));
}

export const deleteEventsBefore = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, paymentInbox, lt(paymentInbox.receivedAt, before), most);

export const deleteSettledBefore = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(
    tx,
    paymentObjects,
    and(
      lt(paymentObjects.toldAt, before),
      isNull(paymentObjects.nextAt),
      eq(paymentObjects.doneVersion, paymentObjects.version),
    ),
    most,
  );

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _system: SystemScope) {
  await tx.update(paymentObjects).set(GIVEN_BACK).where(isNotNull(paymentObjects.leaseOwner));
}
