import type { FollowedPlace, Following } from '../../domain/channels/channels.ports.ts';

/** More than that waits nowhere: the session is gone on with when it was kept. */
const WAITING_MAX = 2_000;

/**
 * Keeps what is told on a connection, one after the other: a place only after the events before it, so that whatever was not kept is told again.
 * `onEnd`: it is another worker's by now, too much waits, or it could not be kept.
 */
export function makeKeeper({ place: begun, keep }: Following, onEnd: (error: Error | null) => void) {
  let place = begun;
  let isLost = false;
  let waiting = 0;
  let keeping = Promise.resolve();
  return {
    /** Up to which all is kept, or waits to be. */
    place: () => place,
    keep(next: FollowedPlace, events: Parameters<Following['keep']>[0]) {
      place = next;
      waiting += 1;
      if (waiting > WAITING_MAX) onEnd(null);
      keeping = keeping.then(async () => {
        waiting -= 1;
        if (isLost) return;
        try {
          isLost = !(await keep(events, next));
          if (isLost) onEnd(null);
        } catch (error) {
          isLost = true;
          onEnd(error as Error);
        }
      });
    },
    ended: () => keeping,
  };
}
