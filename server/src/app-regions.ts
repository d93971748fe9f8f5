import { fail } from '@antiphon/contract/errors';
import type { Region } from '@antiphon/contract/regions';
import type { Logger } from 'pino';
import type { RunningRegion } from './app.ts';
import type { FindPeer, RegionPeer } from './domain/regions/regions.ports.ts';
import { answerWithin } from './http/answer-within.ts';
import type { Readiness } from './http/server.ts';

const AGAIN_FIRST_MS = 500;
const AGAIN_MOST_MS = 15_000;
const ASK_MS = 2_000;
const FREE_MS = 15_000;
/** A database that changes over to its standby is back within half of it: processes that all leave meanwhile help nobody. */
const MISSED_MOST_MS = 60_000;

type Slot = { opening: Promise<RunningRegion>; running?: RunningRegion; hasFailed: boolean; aliveAt: number };

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
  const slots = new Map<Region, Slot>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  const attempt = (region: Region, slot: Slot, againMs: number) => {
    slot.opening = start(region);
    slot.opening.then(
      (running) => {
        Object.assign(slot, { running, aliveAt: Date.now() });
        if (slot.hasFailed) log.warn({ region }, 'region is there');
      },
      (error: unknown) => {
        if (isStopped) return;
        slot.hasFailed = true;
        const timer = setTimeout(() => {
          timers.delete(timer);
          // Said only now: a start that ends with its first region tells why by itself.
          log.error({ err: error, region }, 'region could not be opened; it is tried again');
          attempt(region, slot, Math.min(2 * againMs, AGAIN_MOST_MS));
        }, againMs);
        timers.add(timer);
      },
    );
  };
  const open = async (region: Region): Promise<RunningRegion> => {
    let slot = slots.get(region);
    if (!slot) {
      slot = { opening: Promise.reject(new Error('not begun')), hasFailed: false, aliveAt: 0 };
      slot.opening.catch(() => {});
      slots.set(region, slot);
      attempt(region, slot, AGAIN_FIRST_MS);
      // Whoever asks first learns why; those after it are not kept waiting for what failed before.
      return slot.opening;
    }
    if (slot.running) return slot.running;
    if (slot.hasFailed) fail('unavailable');
    return slot.opening;
  };
  const ask = async (region: Region): Promise<'ok' | 'down' | 'unused'> => {
    const slot = slots.get(region);
    if (!slot) return hasRegion(region) ? 'down' : 'unused';
    if (!slot.running) return 'down';
    const isThere = await answerWithin(ASK_MS, slot.running.isReady()).catch(() => false);
    if (isThere) slot.aliveAt = Date.now();
    return isThere ? 'ok' : 'down';
  };
  return {
    open,
    find(region) {
      const slot = slots.get(region);
      return slot && (slot.running ?? null);
    },
    async findPeer(region) {
      if (!hasRegion(region)) return null;
      const running = await open(region).catch(() => null);
      return running && quiet(running.peer, region, log);
    },
    async readiness() {
      const asked = await Promise.all(regions.map(async (region) => [region, await ask(region)] as const));
      const since = Date.now() - MISSED_MOST_MS;
      return {
        isServing: [...slots.values()].some(({ aliveAt }) => aliveAt > since),
        regions: Object.fromEntries(asked) as Readiness['regions'],
      };
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      const opened = await Promise.allSettled([...slots.values()].map(({ opening }) => opening));
      await Promise.all(opened.map((slot) => (slot.status === 'fulfilled' ? slot.value.stop() : undefined)));
    },
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
