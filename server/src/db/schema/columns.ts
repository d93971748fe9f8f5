import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A point in time, UTC, to the millisecond. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
