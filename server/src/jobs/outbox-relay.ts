import type { WorkspaceUid } from '@antiphon/contract/ids';
import { asc, inArray, isNull } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Database } from '../db/database.ts';
import { makeSystemScope } from '../db/make-scope.ts';
import { outbox } from '../db/schema/events.ts';
import type { RelayedEvent } from './job.ts';

const BATCH = 100;
const POLL_MS = 1_000;

type Relayed = { eventId: string; workspaceUid: WorkspaceUid; payload: Record<string, unknown> };

/**
 * Hands every committed event to its listeners and to the jobs that subscribe to it, at least once: an event is marked only
 * after they have taken it. Woken by commits of this process and by a poll for those of others.
 */
export function startRelay(options: {
  database: Database;
  log: Logger;
  listen: (workspaceUid: WorkspaceUid, event: RelayedEvent) => Promise<void>;
  subscribers: (type: string) => string[];
  send: (job: string, data: Relayed) => Promise<void>;
}): () => Promise<void> {
  const { database, log } = options;
  const scope = makeSystemScope('outbox relay');
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;

  const relayBatch = async () => {
    const rows = await database.transaction(scope, (tx) =>
      tx.select().from(outbox).where(isNull(outbox.relayedAt)).orderBy(asc(outbox.position)).limit(BATCH),
    );
    for (const row of rows) {
      const payload = row.payload as Record<string, unknown>;
      await options.listen(row.workspaceUid, { id: row.id, type: row.type, payload, createdAt: row.createdAt });
      const data = { eventId: row.id, workspaceUid: row.workspaceUid, payload };
      for (const job of options.subscribers(row.type)) await options.send(job, data);
    }
    const ids = rows.map((row) => row.id);
    if (ids.length > 0)
      await database.transaction(scope, (tx) =>
        tx.update(outbox).set({ relayedAt: new Date() }).where(inArray(outbox.id, ids)),
      );
    return rows.length === BATCH;
  };

  const wake = () => {
    if (isStopped) return;
    isAskedAgain = true;
    running ??= (async () => {
      try {
        while (isAskedAgain && !isStopped) {
          isAskedAgain = false;
          if (await relayBatch()) isAskedAgain = true;
        }
      } catch (error) {
        log.error({ err: error }, 'relay failed; it tries again at the next poll');
      } finally {
        running = undefined;
      }
    })();
  };

  database.onEmitted(wake);
  const timer = setInterval(wake, POLL_MS);
  wake();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}
