import { lt, sql } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { makeSystemScope } from '../db/make-scope.ts';
import { rateWindows } from '../db/schema/events.ts';
import type { Schedule } from '../jobs/job.ts';
import type { RateRule } from './context.ts';

const WINDOW_SECONDS_MAX = 24 * 60 * 60;

type Window = { key: string; start: string; max: number };

/**
 * Fixed windows, counted in the database, so that all processes share them. The answer counts one request against every rule
 * (true), or against none because one is full (false). A burst across the edge of two windows may take twice `max`.
 * `factor` multiplies every `max`; a rule never allows less than one. Windows last a day at most.
 */
export function makeRateLimiter(
  database: Database,
  options: { factor: number; now?: () => Date },
): (rules: readonly RateRule[]) => Promise<boolean> {
  const { factor, now = () => new Date() } = options;
  const scope = makeSystemScope('rate limits');
  return async (rules) => {
    const windows = toWindows(rules, factor, now());
    if (windows.length === 0) return true;
    try {
      await database.transaction(scope, async (tx) => {
        const answer = (await tx.execute(takeAll(windows))) as unknown as { rows: { taken: number }[] };
        // Another request filled a window between the look and the write: the rest of this one must not count either.
        if (answer.rows[0]?.taken !== windows.length) throw new WindowFull();
      });
      return true;
    } catch (error) {
      if (error instanceof WindowFull) return false;
      throw error;
    }
  };
}

class WindowFull extends Error {}

/**
 * One statement for all keys. It writes nothing where one is seen to be full, as under a flood. Rows are taken in the order
 * of their keys, so that no two requests wait for each other. A count may be lost in a crash; that is worth no wait for the disk.
 */
function takeAll(windows: Window[]) {
  return sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(windows)}::json) as w(key text, start timestamptz, max integer)
    ), taken as (
      insert into rate_windows as r (key, window_start, used)
      select key, start, 1 from wanted
      where not exists (
        select from wanted w join rate_windows f on f.key = w.key and f.window_start = w.start where f.used >= w.max
      )
      order by key
      on conflict (key, window_start) do update set used = r.used + 1
      where r.used < (select w.max from wanted w where w.key = excluded.key)
      returning 1
    )
    select count(*)::int as taken, set_config('synchronous_commit', 'off', true) from taken
  `;
}

/** The length is part of the stored key: windows of a minute and of an hour begin at the same moment once an hour. */
function toWindows(rules: readonly RateRule[], factor: number, now: Date): Window[] {
  const byKey = new Map<string, Window>();
  for (const { key, max, windowSeconds } of rules) {
    if (!(windowSeconds > 0 && windowSeconds <= WINDOW_SECONDS_MAX))
      throw new RangeError(`a rate window of ${windowSeconds} seconds: from above 0 to ${WINDOW_SECONDS_MAX}`);
    const lengthMs = windowSeconds * 1_000;
    const start = new Date(Math.floor(now.getTime() / lengthMs) * lengthMs).toISOString();
    const window = { key: `${key}#${windowSeconds}`, start, max: Math.max(1, Math.floor(max * factor)) };
    const same = byKey.get(window.key);
    if (!same || window.max < same.max) byKey.set(window.key, window);
  }
  return [...byKey.values()];
}

/** Windows that began longer ago than the longest lasts are over. */
export async function purgeRateWindows(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - WINDOW_SECONDS_MAX * 1_000);
  await database.transaction(makeSystemScope('purge of rate windows'), (tx) =>
    tx.delete(rateWindows).where(lt(rateWindows.windowStart, before)),
  );
}

export const rateLimitSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'http.purge_rate_windows',
    cron: '25 * * * *',
    run: ({ database }) => purgeRateWindows(database, new Date()),
  },
];
