import type { SQL } from 'drizzle-orm';
import type { Cursor } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findPlace, findSaid, holds, isSaidUpTo } from './transcripts.queries.ts';

/** Conversations that are looked through at first: a word that is said often fills its page from these. */
const FEW = 100;
/** Those that one call looks through at the most. */
const MANY = 1_000;
/** Where the first look found this share of a page, the second fills it sooner than the index would. */
const OFTEN = 0.1;

export type Page = { limit: number; after: Cursor | null };

/** A list of conversations without its search, the last message first. */
export type Searched<Row> = {
  /** Of which `only` is true as well. */
  list(page: Page, only: SQL | undefined): PromiseLike<Row[]>;
  /** Which conversations the list walks along, newest first, by an index: all of an agent, or of the workspace. */
  walked: SQL | undefined;
};

/** `goesOnAt`: what stands behind was not looked through, though the page is not full. */
export type FoundPage<Row> = { rows: Row[]; goesOnAt: Cursor | null };

/**
 * A page of those in which these words were said. Its cost is bounded by what is looked through, whatever the workspace holds: the
 * newest first, then by an index of all. What no index can find (one or two letters), or would name too often, is
 * looked for `MANY` conversations at a time: such a page may be short and says where to go on.
 */
export async function searchPage<Row>(
  tx: Tx,
  scope: Scope,
  search: string,
  page: Page,
  searched: Searched<Row>,
): Promise<FoundPage<Row>> {
  const look = async (steps: number): Promise<FoundPage<Row>> => {
    const until = await findPlace(tx, scope, searched.walked, { steps, after: page.after });
    const rows = await searched.list(page, isSaidUpTo(search, until));
    return { rows, goesOnAt: rows.length < page.limit ? until : null };
  };
  const few = await look(FEW);
  if (few.goesOnAt === null) return few;
  const isOften = few.rows.length >= page.limit * OFTEN;
  const sooner = isOften ? await look(MANY) : null;
  if (sooner?.goesOnAt === null) return sooner;
  const said = await findSaid(tx, scope, search);
  if (said) return { rows: await searched.list(page, said), goesOnAt: null };
  return sooner ?? look(MANY);
}

/** True of the conversations in which the words were said, however many: where no index tells, each message is read. */
export const isSaidAnywhere = async (tx: Tx, scope: Scope, search: string): Promise<SQL> =>
  (await findSaid(tx, scope, search)) ?? holds(search);
