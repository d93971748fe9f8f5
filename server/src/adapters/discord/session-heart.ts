const BEAT_MS = { least: 100, most: 300_000 };

/**
 * https://docs.discord.com/developers/events/gateway#sending-heartbeats: the first after a part of the interval, so that not all begin at once. `onDead`:
 * one was not answered until the next, so nobody is there though the connection stands.
 */
export function makeHeart({ beat, onDead }: { beat: () => void; onDead: () => void }) {
  let timer: NodeJS.Timeout | undefined;
  let isAnswered = true;
  return {
    begin(everyMs: number) {
      const every = Math.min(Math.max(everyMs, BEAT_MS.least), BEAT_MS.most);
      const next = (ms: number) => {
        timer = setTimeout(() => {
          if (!isAnswered) return onDead();
          isAnswered = false;
          beat();
          next(every);
        }, ms);
      };
      next(every * Math.random());
    },
    answered() {
      isAnswered = true;
    },
    stop: () => clearTimeout(timer),
  };
}
