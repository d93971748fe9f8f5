import { and, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** The columns of a row that one worker at a time works on. `leaseAttempt` counts the claims and never goes back. */
export type Leased = { leaseOwner: AnyPgColumn; leaseUntil: AnyPgColumn; leaseAttempt: AnyPgColumn };

/** One claim: who made it, and the number that it got. A worker that lost its row and claims it again holds another lease. */
export type Lease = { owner: string; attempt: number };

// The database's clock alone decides: those of two machines differ. Not `now()`, which stands still while a lock is waited for.
const clock = sql`clock_timestamp()`;
const leaseEnd = (ms: number) => sql`clock_timestamp() + ${ms}::int * interval '1 millisecond'`;

/** To claim with: `update ... set claimed where id = ... and isFree`, returning `leaseAttempt`. */
export const isFree = (row: Leased): SQL => or(isNull(row.leaseUntil), lte(row.leaseUntil, clock)) as SQL;

/** Of a worker that died: for lists, where an index must help, so by the beginning of the transaction. */
export const isLapsed = (row: Leased): SQL => lte(row.leaseUntil, sql`now()`);

export const claimed = (row: Leased, owner: string, ms: number) => ({
  leaseOwner: owner,
  leaseUntil: leaseEnd(ms),
  leaseAttempt: sql`${row.leaseAttempt} + 1`,
});

/**
 * The fence: a condition of every write that a worker does to what it claimed. A lease that is over and that nobody took is
 * still held; what was done under it need not be done again.
 */
export const isHeld = (row: Leased, lease: Lease): SQL =>
  and(eq(row.leaseOwner, lease.owner), eq(row.leaseAttempt, lease.attempt)) as SQL;

/** The fence for a row that was read under its lock. */
export const holds = (row: { leaseOwner: string | null; leaseAttempt: number }, lease: Lease): boolean =>
  row.leaseOwner === lease.owner && row.leaseAttempt === lease.attempt;

export const renewed = (ms: number) => ({ leaseUntil: leaseEnd(ms) });

export const GIVEN_BACK = { leaseOwner: null, leaseUntil: null } as const;

export class LeaseLost extends Error {
  constructor() {
    super('Another worker took over, or the lease could not be renewed in time.');
  }
}

/** `signal` aborts with `LeaseLost`: end the work, it is another's. `lose` is for a write that found the fence closed. */
export type KeptLease = { signal: AbortSignal; lose(): void; end(): void };

/**
 * Renews at a third of `ms` until `end`. `renew` tells whether the lease is still held. It is lost as well when no renewal has
 * come through for `silentMs`: the database is away, and others may see it. Whoever writes under the fence alone may wait longer than
 * the lease lasts: a database that is away gives it to nobody.
 */
export function keepLease(ms: number, renew: () => Promise<boolean>, silentMs = ms): KeptLease {
  const aborter = new AbortController();
  let renewedAt = performance.now();
  let isRenewing = false;
  const lose = () => {
    clearInterval(timer);
    aborter.abort(new LeaseLost());
  };
  const tick = async () => {
    // One that hangs is not asked beside; after a standstill of the whole process the database is asked before all is given up.
    if (isRenewing) return performance.now() - renewedAt > silentMs ? lose() : undefined;
    isRenewing = true;
    const startedAt = performance.now();
    const isStillHeld = await renew().catch(() => null);
    isRenewing = false;
    if (isStillHeld) renewedAt = startedAt;
    else if (isStillHeld === false || performance.now() - renewedAt > silentMs) lose();
  };
  const timer = setInterval(() => void tick(), ms / 3);
  timer.unref();
  return { signal: aborter.signal, lose, end: () => clearInterval(timer) };
}
