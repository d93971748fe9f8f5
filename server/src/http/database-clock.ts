import { sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { makeSystemScope } from '../db/make-scope.ts';

const ASKED_EVERY_MS = 60_000;

/**
 * The database's time, which is one for all processes, however their machines' clocks differ. It is asked once a minute, and counted on
 * between by a clock that nobody sets. While the database is away the last answer counts.
 */
export function makeDatabaseClock(database: Database): () => Promise<Date> {
  const scope = makeSystemScope('clock');
  const known = { ms: Date.now(), at: performance.now() };
  let asked = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | null = null;
  const ask = async () => {
    asked = performance.now();
    const { rows } = await database.transaction(scope, (tx) =>
      tx.execute<{ ms: string }>(sql`select extract(epoch from clock_timestamp()) * 1000 as ms`),
    );
    Object.assign(known, { ms: Number(rows[0]?.ms), at: performance.now() });
  };
  return async () => {
    // The embedded database has this process's clock.
    if (database.kind === 'embedded') return new Date();
    if (performance.now() - asked > ASKED_EVERY_MS) {
      const asking = ask().catch(() => {});
      first ??= asking;
    }
    await first;
    return new Date(known.ms + performance.now() - known.at);
  };
}
