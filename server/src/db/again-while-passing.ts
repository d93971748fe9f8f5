import { setTimeout as wait } from 'node:timers/promises';
import { Moved } from './moved.ts';
import { isPassing } from './passing-errors.ts';

const PAUSE_MS = { first: 100, most: 2_000 };

/**
 * Calls what may be called twice, because it carries an id, again while the database is not there: `withinMs` is until when the last
 * call begins. Whether one that failed was committed nobody knows. What went to another database does not come back.
 */
export async function againWhilePassing<Result>(withinMs: number, work: () => Promise<Result>): Promise<Result> {
  const begunAt = performance.now();
  for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.most)) {
    try {
      return await work();
    } catch (error) {
      // So that all that failed together do not come again together.
      const pausedMs = pause * (0.5 + Math.random());
      const isAway = error instanceof Moved && error.home === 'away';
      if (isAway || !isPassing(error) || performance.now() - begunAt + pausedMs > withinMs) throw error;
      await wait(pausedMs);
    }
  }
}
