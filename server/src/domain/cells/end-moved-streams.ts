import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { isPassing } from '../../db/passing-errors.ts';
import type { SystemScope } from '../../db/scope.ts';
import { listMoved } from './moved-homes.system.queries.ts';

/** Whoever reads hears nothing of what is written in another database. */
const LOOK_EVERY_MS = 2_000;

export type StreamsOfWorkspaces = {
  /** Calls `end` once the workspace has left. Returns what forgets it. */
  add(uid: WorkspaceUid, end: () => void): () => void;
};

/**
 * Ends the streams of workspaces that were moved out of this database: who reads connects again with the id of the last frame, and
 * is led to where the workspace is. Asked for all of them at once, and only while there are any.
 */
export function endMovedStreams(
  { database, systemScope, log }: { database: Database; systemScope: SystemScope; log: Logger },
  shutdown: AbortSignal,
): StreamsOfWorkspaces {
  const open = new Map<WorkspaceUid, Set<() => void>>();
  let isLooking = false;
  const look = async () => {
    if (isLooking || open.size === 0) return;
    isLooking = true;
    try {
      const moved = await database.transaction(systemScope, (tx) => listMoved(tx, [...open.keys()]));
      for (const uid of moved) for (const end of open.get(uid) ?? []) end();
    } catch (error) {
      if (!isPassing(error)) log.warn({ err: error }, 'streams of moved workspaces were not looked for');
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);
  shutdown.addEventListener('abort', () => clearInterval(timer), { once: true });
  return {
    add(uid, end) {
      const ends = open.get(uid) ?? new Set();
      open.set(uid, ends.add(end));
      return () => {
        ends.delete(end);
        if (ends.size === 0 && open.get(uid) === ends) open.delete(uid);
      };
    },
  };
}
