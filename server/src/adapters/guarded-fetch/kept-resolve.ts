import type { LookupAddress } from 'node:dns';
import { LRUCache } from 'lru-cache';

type Resolve = (name: string) => Promise<LookupAddress[]>;

const FRESH_MS = 30_000;
const KEPT_MS = 5 * 60_000;
const NAMES_MAX = 2_000;

/**
 * Remembers where a name led, so that a resolver which answers late is waited for once: what is older than half a minute is given out
 * while it is asked for anew, what is older than five minutes is waited for. What was not found is asked for each time.
 */
export function makeKeptResolve(resolve: Resolve, now: () => number = () => performance.now()): Resolve {
  const kept = new LRUCache<string, { found: LookupAddress[]; at: number }>({ max: NAMES_MAX });
  const asking = new Map<string, Promise<LookupAddress[]>>();
  const ask = async (name: string) => {
    try {
      const found = await resolve(name);
      kept.set(name, { found, at: now() });
      return found;
    } finally {
      asking.delete(name);
    }
  };
  return async (name) => {
    const known = kept.get(name);
    const age = known ? now() - known.at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.found;
    const answer = asking.get(name) ?? ask(name);
    asking.set(name, answer);
    if (!known || age > KEPT_MS) return answer;
    answer.catch(() => {});
    return known.found;
  };
}
