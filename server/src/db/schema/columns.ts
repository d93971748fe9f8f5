import { bigint, customType, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** A point in time, UTC, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What a row that one worker at a time works on is leased by (`db/lease.ts`). */
export const leaseColumns = () => ({
  leaseOwner: text('lease_owner'),
  leaseUntil: instant('lease_until'),
  leaseAttempt: integer('lease_attempt').notNull().default(0),
});

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** Money, in the smallest unit of its currency. */
export const minorUnits = (name: string) => bigint(name, { mode: 'number' });
