export type FairGate = {
  /** Runs `work` when it is the turn of `who`; settles as `work` does. */
  run<Result>(who: string, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Lets `most` works run at a time, `mostOfOne` of them for the same `who`. Whoever has to wait waits in a line of their own, and
 * the lines are served in turn: a thousand works of one delay a work of another by no more than one that runs.
 */
export function makeFairGate({ most, mostOfOne }: { most: number; mostOfOne: number }): FairGate {
  /** Lines in the order in which they are served; one that was served goes to the end. */
  const lines = new Map<string, (() => void)[]>();
  const runningOf = new Map<string, number>();
  let running = 0;
  const countOf = (who: string) => runningOf.get(who) ?? 0;
  const hasRoom = (who: string) => running < most && countOf(who) < mostOfOne;
  const enter = (who: string) => {
    running += 1;
    runningOf.set(who, countOf(who) + 1);
  };
  const leave = (who: string) => {
    running -= 1;
    const left = countOf(who) - 1;
    if (left === 0) runningOf.delete(who);
    else runningOf.set(who, left);
    letIn();
  };
  const letIn = () => {
    for (const [who, line] of [...lines]) {
      if (running >= most) return;
      if (!hasRoom(who)) continue;
      lines.delete(who);
      const begin = line.shift();
      if (line.length > 0) lines.set(who, line);
      enter(who);
      begin?.();
    }
  };
  return {
    async run(who, work) {
      if (hasRoom(who) && !lines.has(who)) enter(who);
      else
        await new Promise<void>((begin) => {
          const line = lines.get(who);
          if (line) line.push(begin);
          else lines.set(who, [begin]);
        });
      try {
        return await work();
      } finally {
        leave(who);
      }
    },
  };
}
