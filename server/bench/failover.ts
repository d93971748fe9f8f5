import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { againWhilePassing } from '../src/db/again-while-passing.ts';
import { makeSystemScope } from '../src/db/make-scope.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { startPatroni } from '../test/harness/start-patroni.ts';

const WRITERS = 30;
const BEFORE_MS = 5_000;
const AFTER_MS = 40_000;

/**
 * Writers who give each row an id and try again under it, and a primary that is switched off: the longest time in which nothing was
 * written, and what was acknowledged and is not there.
 */
export async function timeFailover() {
  const cluster = await startPatroni();
  const database = await openPostgres('na', cluster.url, { visitors: 10 });
  await database.unscoped.execute(sql`create table scale_rows (id uuid primary key)`);
  await database.unscoped.execute(sql`create function scale_write(uid text, of uuid) returns json language plpgsql as
    $$ begin insert into scale_rows values (of) on conflict do nothing; return 'true'; end $$`);
  await database.unscoped.execute(sql`grant insert, select on scale_rows to app_system`);
  const scope = makeSystemScope('bench');
  const written: { id: string; at: number }[] = [];
  const begun = performance.now();
  const write = async () => {
    while (performance.now() - begun < BEFORE_MS + AFTER_MS) {
      const id = crypto.randomUUID();
      await againWhilePassing(AFTER_MS, () => database.call(scope, 'scale_write', [id]));
      written.push({ id, at: performance.now() });
      await wait(1_000 / WRITERS);
    }
  };
  const writing = Promise.all(Array.from({ length: WRITERS }, write));
  await wait(BEFORE_MS);
  await cluster.killPrimary();
  await writing;
  const { rows } = (await database.unscoped.execute(sql`select id from scale_rows`)) as unknown as {
    rows: { id: string }[];
  };
  const there = new Set(rows.map(({ id }) => id));
  const times = written.map(({ at }) => at).sort((one, other) => one - other);
  const gap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  const lost = written.filter(({ id }) => !there.has(id)).length;
  console.log(
    `SCALE the primary is switched off under ${WRITERS} writers: gap ${(gap / 1_000).toFixed(1)} s, ${lost} of ${written.length} acknowledged lost`,
  );
  await database.close();
  await cluster.stop();
}
