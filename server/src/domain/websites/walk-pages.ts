import { setTimeout } from 'node:timers/promises';
import { siteOf } from './links.rules.ts';
import type { Robots } from './load-robots.ts';

const PARALLEL = 4;
/** Addresses that wait to be visited; more of a site are not remembered. */
const WAITING_MAX = 20_000;

/** What came of a visit: `read` counts towards the limit. `links` are normal addresses to follow. */
export type Visit = { outcome: 'read' | 'failed' | 'skipped'; links: string[] };

/**
 * Visits pages breadth first, four at a time, and follows their links as long as they stay on `sites`; the same site gives the
 * same result however fast its pages answer. Keeps to robots.txt and its delay between requests. Ends when nothing waits, when `pagesMax` pages were read, or when three times as many were tried.
 */
export async function walkPages(options: {
  seeds: string[];
  /** Hosts that links may lead to; the visitor may add where a redirect led. Empty: links are not followed. */
  sites: Set<string>;
  pagesMax: number;
  robots: Robots;
  signal: AbortSignal;
  /** Runs beside others. What it returns is called one after the other, in the order in which the pages were found. */
  visit: (url: string) => Promise<() => Promise<Visit>>;
  report: (totals: { found: number; skippedByRobots: number }) => Promise<void>;
}): Promise<{ hasMore: boolean; skippedByRobots: number }> {
  const { pagesMax, robots, signal } = options;
  const waiting = [...options.seeds];
  const seen = new Set(waiting);
  const running = new Set<Promise<void>>();
  const triesMax = pagesMax * 3 + 20;
  const totals = { read: 0, tried: 0, skippedByRobots: 0 };
  const alone = options.sites.size === 0 ? 1 : options.seeds.length;
  const pace = makePace(signal);

  const load = async (url: string) => {
    const { isAllowed, delayMs } = await robots.ask(url);
    if (isAllowed) {
      await pace(url, delayMs);
      return options.visit(url);
    }
    totals.skippedByRobots += 1;
    return null;
  };
  const settle = async (loaded: Awaited<ReturnType<typeof load>>) => {
    const { outcome, links } = (await loaded?.()) ?? { outcome: 'skipped', links: [] };
    if (outcome === 'read') totals.read += 1;
    for (const link of links) {
      if (seen.has(link) || seen.size >= WAITING_MAX || !options.sites.has(siteOf(link))) continue;
      seen.add(link);
      waiting.push(link);
    }
    await options.report({ found: seen.size, skippedByRobots: totals.skippedByRobots });
  };
  let last: Promise<void> = Promise.resolve();
  const visitOne = (url: string) => {
    const loaded = load(url);
    // Heard when its turn comes; if an earlier page ends the walk, never.
    loaded.catch(() => {});
    last = last.then(async () => settle(await loaded));
    return last;
  };

  // While pages are on their way, as many as still may be read are asked for, so that no page is read beyond the limit.
  const mayStart = () => totals.read + running.size < pagesMax && running.size < PARALLEL && totals.tried < triesMax;
  try {
    while (waiting.length > 0 || running.size > 0) {
      while (waiting.length > 0 && mayStart()) {
        totals.tried += 1;
        const work = visitOne(waiting.shift()!);
        running.add(work);
        void work.finally(() => running.delete(work)).catch(() => {});
        // Where it begins, one after the other: where they lead to says which sites these are.
        if (totals.tried <= alone) break;
      }
      if (running.size === 0) break;
      await Promise.race(running);
      signal.throwIfAborted();
    }
  } finally {
    await Promise.allSettled(running);
  }
  return { hasMore: waiting.length > 0, skippedByRobots: totals.skippedByRobots };
}

/** Lets requests to one site start only as far apart as it asked for. */
function makePace(signal: AbortSignal) {
  const nextStart = new Map<string, number>();
  return async (url: string, delayMs: number) => {
    if (delayMs === 0) return;
    const now = Date.now();
    const start = Math.max(now, nextStart.get(siteOf(url)) ?? 0);
    nextStart.set(siteOf(url), start + delayMs);
    await setTimeout(start - now, undefined, { signal });
  };
}
