import type { ConversationId } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { notePresent } from './inbox.system.queries.ts';

const NOTED_EVERY_MS = 20_000;
/** Who arrives is shown soon; those of a moment are written together. */
const ARRIVALS_MS = 1_000;

/**
 * Writes down whose chats are connected to this process, where an operator may want to know it: one statement for all of them. `arrive`
 * returns what ends it. A chat that two processes have is written by both.
 */
export function startVisitorPresence(
  { database, systemScope, log }: { database: Database; systemScope: SystemScope; log: Logger },
  shutdown: AbortSignal,
): { arrive(id: ConversationId): () => void } {
  const streams = new Map<ConversationId, number>();
  let arrivals = new Set<ConversationId>();
  let gathering: NodeJS.Timeout | undefined;
  const note = (ids: ConversationId[]) => {
    if (ids.length === 0) return;
    database
      .transaction(systemScope, (tx) => notePresent(tx, systemScope, ids, new Date()))
      .catch((error: unknown) => log.warn({ err: error }, 'visitors’ presence was not written down'));
  };
  const timer = setInterval(() => note([...streams.keys()]), NOTED_EVERY_MS);
  const noteArrivals = () => {
    gathering = undefined;
    note([...arrivals]);
    arrivals = new Set();
  };
  shutdown.addEventListener(
    'abort',
    () => {
      clearInterval(timer);
      clearTimeout(gathering);
    },
    { once: true },
  );
  return {
    arrive(id) {
      streams.set(id, (streams.get(id) ?? 0) + 1);
      arrivals.add(id);
      if (!shutdown.aborted) gathering ??= setTimeout(noteArrivals, ARRIVALS_MS);
      return () => {
        const left = (streams.get(id) ?? 1) - 1;
        if (left > 0) streams.set(id, left);
        else streams.delete(id);
      };
    },
  };
}
