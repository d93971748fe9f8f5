import { setTimeout as pause } from 'node:timers/promises';
import { type Name, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database, Tx } from './database.ts';
import { Moved } from './moved.ts';
import type { Scope, SystemScope } from './scope.ts';

/** What one transaction should take, in milliseconds: far below the second that a waiting visitor would notice. */
const AIM_MS = 100;
const MOST = 10_000;

export type Batches = {
  database: Pick<Database, 'transaction'>;
  scope: Scope | SystemScope;
  endsAt?: Date;
  /** How many rows the first transaction takes: few, where one row means much work. */
  first?: number;
};

/**
 * Repeats `work` in transactions of their own until it finds nothing more; returns the rows that all of them did. `work` does
 * at most `most` rows and says how many. The number grows and shrinks with the time that they take, and between two
 * transactions is a pause as long as the one before, so that whoever else works gets half of the database at the least.
 * What is committed stays: a run that was killed is gone on with by the next. Past `endsAt` it stops with some left.
 */
export async function inBatches(
  { database, scope, endsAt, first = 200 }: Batches,
  work: (tx: Tx, most: number) => Promise<number>,
): Promise<number> {
  let [most, all] = [first, 0];
  for (;;) {
    const begun = performance.now();
    const done = await database.transaction(scope, (tx) => work(tx, most));
    all += done;
    if (done === 0 || (endsAt && endsAt <= new Date())) return all;
    const took = performance.now() - begun;
    most = nextSize(most, took);
    await pause(Math.min(took, 1_000));
  }
}

/** At most twice and at least a quarter of the last: one slow moment of the disk says little. */
const nextSize = (most: number, tookMs: number) =>
  Math.round(Math.min(MOST, Math.max(1, most * Math.min(2, Math.max(0.25, AIM_MS / tookMs)))));

/**
 * Deletes at most `most` rows of the table and returns how many. `condition` needs an index, or each batch reads the table; where
 * there is one it is used row by row, also where most rows are meant: read from its beginning, a table or an index shows each batch
 * all that is gone already, and all that others have.
 * Rows that somebody changed meanwhile have moved: where all have, they are looked for again, for none would mean that none is left.
 */
export async function deleteSome(
  tx: Tx,
  table: PgTable | Name,
  condition: SQL | undefined,
  most: number,
): Promise<number> {
  await tx.execute(sql`select set_config(name, 'off', true) from
    (values ('enable_seqscan'), ('enable_hashjoin'), ('enable_mergejoin')) as plans (name)`);
  const answer = (await tx.execute(sql`
    with chosen as materialized (select ctid from ${table} where ${condition} limit ${most}),
      gone as (delete from ${table} where ctid = any(array(select ctid from chosen)) returning 1)
    select (select count(*)::int from chosen) as picked, (select count(*)::int from gone) as gone
  `)) as unknown as { rows: { picked: number; gone: number }[] };
  const { picked = 0, gone = 0 } = answer.rows[0] ?? {};
  return picked > 0 && gone === 0 ? deleteSome(tx, table, condition, most) : gone;
}

/**
 * Does `work` for each, also for those behind one that failed; what failed is thrown at the end, together. What is in another database, or on
 * its way there, is none of this one's work.
 * `items` may be read page by page while the work goes on.
 */
export async function eachApart<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items)
    await work(item).catch((error: unknown) => {
      if (!(error instanceof Moved)) failures.push(error);
    });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed; the others are done`);
}
