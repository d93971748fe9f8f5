/**
 * Work that many may ask for at once, under a key that says what makes it the same. Whoever asks while it runs shares the next run
 * with all who ask by then: never one that began before they asked, so that nobody is told of a time before their own.
 */
export function shareNext<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  const next = new Map<string, Promise<Result>>();
  return (key, work) => {
    const start = (): Promise<Result> => {
      next.delete(key);
      const run = work().finally(() => {
        if (running.get(key) === run) running.delete(key);
      });
      running.set(key, run);
      return run;
    };
    const before = running.get(key);
    if (!before) return start();
    const waiting = next.get(key) ?? before.then(start, start);
    next.set(key, waiting);
    return waiting;
  };
}
