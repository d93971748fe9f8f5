import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether the value is among those of a query that names no column of the outer one. PostgreSQL runs that query once and keeps its
 * answers as a hash, whatever its statistics say. As a join or `exists` the planner may instead compare each row with each: that
 * is what it chose for a list of 20,000 that was imported a moment ago, while its statistics told of other lists.
 * For lists with a limit: the hash must fit `work_mem`.
 */
export const isAmong = (value: SQLWrapper, query: SQLWrapper): SQL => sql`(${value} in ${query}) is true`;

/**
 * Whether the value is one of those that a query locks: `limit ... for update skip locked`. The query runs once. Written as
 * `in (...)` the planner may run it anew for each row, and each run passes over what the one before has locked: more are taken
 * than the limit says.
 */
export const isOneOf = (value: SQLWrapper, locking: SQLWrapper): SQL => sql`${value} = any(array${locking})`;
