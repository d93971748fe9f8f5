import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import type { RunningRegion } from './app.ts';
import { makeSlots } from './app-slots.ts';
import type { FindPeer, RegionPeer } from './domain/regions/regions.ports.ts';
import { answerWithin } from './http/answer-within.ts';
import type { Readiness } from './http/server.ts';

const ASK_MS = 2_000;
const FREE_MS = 15_000;
/** A database that changes over to its standby is back within half of it: processes that all leave meanwhile help nobody. */
const MISSED_MOST_MS = 60_000;

export type Regions = {
  /** Rejects with `unavailable` where the region cannot be reached now; it is tried again by itself. */
  open(region: Region): Promise<RunningRegion>;
  /** Undefined where nobody has asked for it yet, null where it could not be opened so far. */
  find(region: Region): RunningRegion | null | undefined;
  /** Of regions that answer; one that does not is like one where nobody has an account. */
  findPeer: FindPeer;
  /** Asks each region's database, 2 s at the most. */
  readiness(): Promise<Readiness>;
  stop(): Promise<void>;
};

/** The regions of one process. None waits for another, and one that is down is opened as soon as it answers. */
export function makeRegions(options: {
  regions: readonly Region[];
  /** False where nobody has used it: looking must not begin it. */
  hasRegion(region: Region): boolean;
  start(region: Region): Promise<RunningRegion>;
  log: Logger;
}): Regions {
  const { regions, hasRegion, start, log } = options;
  const aliveAt = new Map<Region, number>();
  const slots = makeSlots<Region, RunningRegion>({
    async start(region) {
      const running = await start(region);
      aliveAt.set(region, Date.now());
      return running;
    },
    tell: (region, error) =>
      error
        ? log.error({ err: error, region }, 'region could not be opened; it is tried again')
        : log.warn({ region }, 'region is there'),
  });
  const ask = async (region: Region): Promise<'ok' | 'down' | 'unused'> => {
    const running = slots.find(region);
    if (running === undefined) return hasRegion(region) ? 'down' : 'unused';
    if (!running) return 'down';
    const isThere = await answerWithin(ASK_MS, running.isReady()).catch(() => false);
    if (isThere) aliveAt.set(region, Date.now());
    return isThere ? 'ok' : 'down';
  };
  return {
    open: slots.open,
    find: slots.find,
    async findPeer(region) {
      if (!hasRegion(region)) return null;
      const running = await slots.open(region).catch(() => null);
      return running && quiet(running.peer, region, log);
    },
    async readiness() {
      const asked = await Promise.all(regions.map(async (region) => [region, await ask(region)] as const));
      const since = Date.now() - MISSED_MOST_MS;
      return {
        isServing: [...aliveAt.values()].some((at) => at > since),
        regions: Object.fromEntries(asked) as Readiness['regions'],
      };
    },
    stop: slots.stop,
  };
}

/** What the other region does not answer in time is answered as if nobody were there. */
function quiet(peer: RegionPeer, region: Region, log: Logger): RegionPeer {
  const orElse = <Value>(work: Promise<Value>, otherwise: Value, withinMs = ASK_MS) =>
    answerWithin(withinMs, work).catch((error: unknown) => {
      log.warn({ err: error, region }, 'the other region does not answer');
      return otherwise;
    });
  return {
    hasVerifiedAccount: (email) => orElse(peer.hasVerifiedAccount(email), false),
    makeAuthToken: (email, userAgent) => orElse(peer.makeAuthToken(email, userAgent), null),
    // It looks at name servers first.
    freeHost: (host) => orElse(peer.freeHost(host), false, FREE_MS),
  };
}
