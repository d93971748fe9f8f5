import { createHash } from 'node:crypto';
import { lt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { deleteSome, inBatches } from '../db/in-batches.ts';
import { makeSystemScope } from '../db/make-scope.ts';
import { rateWindows } from '../db/schema/events.ts';
import type { Schedule } from '../jobs/job.ts';
import type { RateRule } from './context.ts';

const WINDOW_SECONDS_MAX = 24 * 60 * 60;

type Window = { key: string; start: string; max: number };

/**
 * Fixed windows, counted in the database, so that all processes share them; `now` is a clock that all of them share, too. The answer counts one request against every rule
 * (true), or against none because one is full (false). A burst across the edge of two windows may take twice `max`.
 * `factor` multiplies every `max`; a rule never allows less than one. Windows last a day at most.
 */
export function makeRateLimiter(
  database: Database,
  options: { factor: number; now: () => Date | Promise<Date> },
): (rules: readonly RateRule[]) => Promise<boolean> {
  const { factor, now } = options;
  const scope = makeSystemScope('rate limits');
  return async (rules) => {
    const windows = toWindows(rules, factor, await now());
    if (windows.length === 0) return true;
    try {
      return await database.call<boolean>(scope, 'take_rates', [
        windows.map(({ key }) => key),
        windows.map(({ start }) => start),
        windows.map(({ max }) => String(max)),
      ]);
    } catch (error) {
      if (isWindowFull(error)) return false;
      throw error;
    }
  };
}

/** Another request filled a window between the look and the write; PostgreSQL undid what this one had counted. */
const isWindowFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'AR001';

/**
 * Keys name people by their address or their network, and nothing of that is stored: the first word, and a hash of all. The length
 * is part of it: windows of a minute and of an hour begin at the same moment once an hour.
 */
const storedKey = (key: string, windowSeconds: number) => {
  const hash = createHash('sha256').update(`${key}#${windowSeconds}`).digest('base64url').slice(0, 22);
  return `${key.split(':', 1)[0]}:${hash}`;
};

function toWindows(rules: readonly RateRule[], factor: number, now: Date): Window[] {
  const byKey = new Map<string, Window>();
  for (const { key, max, windowSeconds } of rules) {
    if (!(windowSeconds > 0 && windowSeconds <= WINDOW_SECONDS_MAX))
      throw new RangeError(`a rate window of ${windowSeconds} seconds: from above 0 to ${WINDOW_SECONDS_MAX}`);
    const lengthMs = windowSeconds * 1_000;
    const start = new Date(Math.floor(now.getTime() / lengthMs) * lengthMs).toISOString();
    const window = { key: storedKey(key, windowSeconds), start, max: Math.max(1, Math.floor(max * factor)) };
    const same = byKey.get(window.key);
    if (!same || window.max < same.max) byKey.set(window.key, window);
  }
  return [...byKey.values()];
}

/** Windows that began longer ago than the longest lasts are over. */
export async function purgeRateWindows(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - WINDOW_SECONDS_MAX * 1_000);
  await inBatches({ database, scope: makeSystemScope('purge of rate windows') }, (tx, most) =>
    deleteSome(tx, rateWindows, lt(rateWindows.windowStart, before), most),
  );
}

export const rateLimitSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'http.purge_rate_windows',
    cron: '25 * * * *',
    run: ({ database }) => purgeRateWindows(database, new Date()),
  },
];
