import { SEND_AGAIN_AFTER_MS, SEND_AGAIN_FOR_MS } from './limits.ts';
import { codeOf } from './sentences.ts';

/** Sends again while the server is away for a moment and `isWanted`. Throws what came of the last try. */
export async function whileAway<Answer>(send: () => Promise<Answer>, isWanted: () => boolean): Promise<Answer> {
  const until = Date.now() + SEND_AGAIN_FOR_MS;
  for (;;)
    try {
      return await send();
    } catch (problem) {
      if (codeOf(problem) !== 'unavailable' || Date.now() > until || !isWanted()) throw problem;
      await new Promise((done) => setTimeout(done, SEND_AGAIN_AFTER_MS * (1 + Math.random())));
    }
}
