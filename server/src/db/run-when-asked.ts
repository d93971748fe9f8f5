export type Asked = {
  /** Runs it now, or once more after the run that is under way. */
  ask(): void;
  /** Resolves when nothing runs any more. */
  ended(): Promise<void>;
};

/**
 * One run at a time, and none that was asked for is lost: also where the asking comes in the very moment in which a run ends,
 * or a run ends before it has waited for anything. `run` catches what it throws.
 */
export function runWhenAsked(run: () => Promise<void>): Asked {
  let running = Promise.resolve();
  let isRunning = false;
  let isAsked = false;
  const runAll = async () => {
    try {
      while (isAsked) {
        isAsked = false;
        await run();
      }
    } finally {
      isRunning = false;
    }
  };
  return {
    ask() {
      isAsked = true;
      if (isRunning) return;
      isRunning = true;
      running = runAll();
    },
    ended: () => running,
  };
}
