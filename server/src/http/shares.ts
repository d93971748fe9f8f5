import { LRUCache } from 'lru-cache';
import type { Access } from './context.ts';

/** So many calls are counted at once. */
const SHARE = 20;
/** Whose shares are remembered; who is forgotten takes a share anew. */
const KNOWN_MAX = 50_000;

type Share = { window: number; left: number; isFull: boolean; taking: Promise<void> | null };

/**
 * Counts in shares of twenty, so that a rule for every call costs the database one write in twenty calls, and nothing at all
 * once the window is full. All processes share the window; each may leave a part of a share unused.
 */
export function makeShares(
  takeRate: Access['takeRate'],
  now: () => number | Promise<number> = Date.now,
): Access['takeShare'] {
  const shares = new LRUCache<string, Share>({ max: KNOWN_MAX });
  return async ({ key, max, windowSeconds }) => {
    const window = Math.floor((await now()) / (windowSeconds * 1_000));
    const known = shares.get(key);
    const share: Share = known?.window === window ? known : { window, left: 0, isFull: false, taking: null };
    if (share !== known) shares.set(key, share);
    const take = async () => {
      const isTaken = await takeRate([{ key: `share:${key}`, max: Math.ceil(max / SHARE), windowSeconds }]);
      if (isTaken) share.left += SHARE;
      else share.isFull = true;
    };
    while (share.left === 0 && !share.isFull) {
      share.taking ??= take().finally(() => {
        share.taking = null;
      });
      await share.taking;
    }
    if (share.left === 0) return false;
    share.left -= 1;
    return true;
  };
}
