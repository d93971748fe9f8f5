import { isPassing } from '../db/passing-errors.ts';

/** How soon whoever lost a right is cut off. */
const LOOK_EVERY_MS = 15_000;
/** Where the database is away nobody knows who lost a right: whoever had one a minute ago stays. */
const UNKNOWN_MOST_MS = 60_000;

type Follower<Found> = { found(found: Found): void; lost(): void };
type Looking<Found> = { followers: Set<Follower<Found>>; timer: NodeJS.Timeout };

export type SharedLooks<Found> = {
  /**
   * Looks every 15 seconds, once for all who follow under that key, and tells each what was found; `lost` where the look
   * fails, but not while the database is away for a minute. Ends when the function that it returns is called.
   */
  follow(key: string, look: () => Promise<Found>, follower: Follower<Found>): () => void;
};

/** For open streams: ten tabs of one session are one look at who they are. */
export function makeSharedLooks<Found>(everyMs = LOOK_EVERY_MS): SharedLooks<Found> {
  const lookings = new Map<string, Looking<Found>>();
  const begin = (look: () => Promise<Found>): Looking<Found> => {
    const followers = new Set<Follower<Found>>();
    const tell = (say: (follower: Follower<Found>) => void) => {
      for (const follower of [...followers]) if (followers.has(follower)) say(follower);
    };
    let last: { found: Found; at: number } | undefined;
    const begunAt = performance.now();
    const timer = setInterval(() => {
      look().then(
        (found) => {
          last = { found, at: performance.now() };
          tell((follower) => follower.found(found));
        },
        (error: unknown) => {
          const isUnknown = isPassing(error) && performance.now() - (last?.at ?? begunAt) < UNKNOWN_MOST_MS;
          if (!isUnknown) return tell((follower) => follower.lost());
          const had = last;
          if (had) tell((follower) => follower.found(had.found));
        },
      );
    }, everyMs);
    return { followers, timer };
  };
  return {
    follow(key, look, follower) {
      const looking = lookings.get(key) ?? begin(look);
      lookings.set(key, looking);
      looking.followers.add(follower);
      return () => {
        looking.followers.delete(follower);
        if (looking.followers.size > 0) return;
        clearInterval(looking.timer);
        if (lookings.get(key) === looking) lookings.delete(key);
      };
    },
  };
}
