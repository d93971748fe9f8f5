/** How soon whoever lost a right is cut off. */
const LOOK_EVERY_MS = 15_000;

type Follower<Found> = { found(found: Found): void; lost(): void };
type Looking<Found> = { followers: Set<Follower<Found>>; timer: NodeJS.Timeout };

export type SharedLooks<Found> = {
  /**
   * Looks every 15 seconds, once for all who follow under that key, and tells each what was found; `lost` where the look
   * fails. Ends when the function that it returns is called.
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
    const timer = setInterval(() => {
      look().then(
        (found) => tell((follower) => follower.found(found)),
        () => tell((follower) => follower.lost()),
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
