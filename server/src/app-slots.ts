import { fail } from '@antiphon/contract/errors';

const AGAIN_FIRST_MS = 500;
const AGAIN_MOST_MS = 15_000;

type Slot<Running> = { opening: Promise<Running>; running?: Running; hasFailed: boolean };

/** Whatever is opened by name at its first use, and tried again by itself where it is down. None waits for another. */
export function makeSlots<Name extends string, Running extends { stop(): Promise<void> }>(options: {
  start(name: Name): Promise<Running>;
  /** Of what could not be opened, and, without an error, that it is there after all. */
  tell(name: Name, error?: unknown): void;
}) {
  const { start, tell } = options;
  const slots = new Map<Name, Slot<Running>>();
  const timers = new Set<NodeJS.Timeout>();
  let isStopped = false;

  const attempt = (name: Name, slot: Slot<Running>, againMs: number) => {
    slot.opening = start(name);
    slot.opening.then(
      (running) => {
        slot.running = running;
        if (slot.hasFailed) tell(name);
      },
      (error: unknown) => {
        if (isStopped) return;
        slot.hasFailed = true;
        const timer = setTimeout(() => {
          timers.delete(timer);
          // Said only now: a start that ends with its first one tells why by itself.
          tell(name, error);
          attempt(name, slot, Math.min(2 * againMs, AGAIN_MOST_MS));
        }, againMs);
        timers.add(timer);
      },
    );
  };
  return {
    /** Rejects with `unavailable` where it could not be opened before. */
    async open(name: Name): Promise<Running> {
      let slot = slots.get(name);
      if (!slot) {
        slot = { opening: Promise.reject(new Error('not begun')), hasFailed: false };
        slot.opening.catch(() => {});
        slots.set(name, slot);
        attempt(name, slot, AGAIN_FIRST_MS);
        // Whoever asks first learns why; those after it are not kept waiting for what failed before.
        return slot.opening;
      }
      if (slot.running) return slot.running;
      if (slot.hasFailed) fail('unavailable');
      return slot.opening;
    },
    /** Undefined where nobody has asked for it yet, null where it could not be opened so far. */
    find(name: Name): Running | null | undefined {
      const slot = slots.get(name);
      return slot && (slot.running ?? null);
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearTimeout(timer);
      const opened = await Promise.allSettled([...slots.values()].map(({ opening }) => opening));
      await Promise.all(opened.map((slot) => (slot.status === 'fulfilled' ? slot.value.stop() : undefined)));
    },
  };
}
