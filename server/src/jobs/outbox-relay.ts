import type { Logger } from 'pino';
import type { Database, Tx } from '../db/database.ts';
import { makeSystemScope } from '../db/make-scope.ts';
import { runWhenAsked } from '../db/run-when-asked.ts';
import { type ClaimedEvent, claimEvents } from './outbox.queries.ts';

const POLL_MS = 1_000;
/** The embedded database has one connection, which a visitor waits for meanwhile. */
const SIZES = { embedded: { lanes: 1, batch: 5 }, postgres: { lanes: 2, batch: 50 } };

type AfterCommit = () => void;

/**
 * Hands every committed event to its listeners and to the jobs that subscribe to it, in the transaction that marks it as
 * relayed: what they write on our own database happens once, however many processes relay and whenever one dies. Woken by
 * commits of this process and by a poll for those of others.
 */
export function startRelay(options: {
  database: Database;
  log: Logger;
  /** Calls the listeners. Answers what they want done once that is committed. */
  listen: (tx: Tx, event: ClaimedEvent) => Promise<AfterCommit[]>;
  send: (tx: Tx, events: readonly ClaimedEvent[]) => Promise<void>;
  claim?: typeof claimEvents;
}): () => Promise<void> {
  const { database, log, listen, send, claim = claimEvents } = options;
  const { lanes, batch } = SIZES[database.kind];
  const scope = makeSystemScope('outbox relay');
  let isStopped = false;

  const relay = async (most: number): Promise<number> => {
    const told: AfterCommit[] = [];
    const count = await database.transaction(scope, async (tx) => {
      const events = await claim(tx, scope, most);
      for (const event of events) told.push(...(await listen(tx, event)));
      await send(tx, events);
      return events.length;
    });
    for (const tell of told) tell();
    return count;
  };

  const makeLane = () => {
    let most = batch;
    const lane = runWhenAsked(async () => {
      if (isStopped) return;
      try {
        const count = await relay(most);
        // What the poll found may be more than one lane's.
        if (count === most) wake();
        else if (count > 0) lane.ask();
        most = batch;
      } catch (error) {
        // Two lanes can wait for each other over what their listeners lock; one event alone seldom waits for anybody.
        const isLast = most === 1;
        if (isLast) log.error({ err: error }, 'relay failed; it tries again at the next poll');
        else log.info({ err: error }, 'relay failed; it tries again with one event');
        most = isLast ? batch : 1;
        if (!isLast) lane.ask();
      }
    });
    return lane;
  };

  const all = Array.from({ length: lanes }, makeLane);
  const wake = () => {
    if (!isStopped) for (const lane of all) lane.ask();
  };
  database.onEmitted(wake);
  // One at a time, and another the next time: one that waits for a lock holds nobody else up.
  let turn = 0;
  const timer = setInterval(() => all[turn++ % lanes]?.ask(), POLL_MS);
  wake();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await Promise.all(all.map(({ ended }) => ended()));
  };
}
