import { fail } from '@antiphon/contract/errors';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Where a page of a list by time ends: the last row's time (to the millisecond, as the columns hold it) and id. */
export type Cursor = { createdAt: Date; id: string };

export const writeCursor = (createdAt: Date, id: string) =>
  Buffer.from(`${createdAt.getTime()}:${id}`).toString('base64url');

export function readCursor(text: string | undefined): Cursor | null {
  if (!text) return null;
  const match = /^(\d{10,13}):([\x21-\x7e]{1,100})$/.exec(Buffer.from(text, 'base64url').toString());
  if (!match?.[1] || !match[2])
    fail('invalid_input', { issues: [{ path: 'cursor', message: 'This cursor is not valid.' }] });
  return { createdAt: new Date(Number(match[1])), id: match[2] };
}

/**
 * What comes behind the cursor in a list that has the newest first. One comparison of rows: with `time < a or (time = a and
 * id < b)` each page would read all those before it.
 */
export const isBehind = (time: AnyPgColumn, id: AnyPgColumn, { createdAt, id: last }: Cursor): SQL =>
  sql`(${time}, ${id}) < (${createdAt.toISOString()}::timestamptz, ${last})`;

/** The same in a list that has the oldest first. */
export const isAhead = (time: AnyPgColumn, id: AnyPgColumn, { createdAt, id: last }: Cursor): SQL =>
  sql`(${time}, ${id}) > (${createdAt.toISOString()}::timestamptz, ${last})`;

/** What comes before it in a list that has the newest first, and it itself. */
export const isUpTo = (time: AnyPgColumn, id: AnyPgColumn, { createdAt, id: last }: Cursor): SQL =>
  sql`(${time}, ${id}) >= (${createdAt.toISOString()}::timestamptz, ${last})`;
