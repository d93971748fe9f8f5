import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEntriesBefore } from './logs.system.queries.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Entries are kept for `logsKeptDays`. */
export async function purgeLogs(
  deps: { database: Database },
  systemScope: SystemScope,
  now = new Date(),
): Promise<void> {
  const before = new Date(now.getTime() - limits.logsKeptDays * DAY_MS);
  const run = { database: deps.database, scope: systemScope };
  await inBatches(run, (tx, most) => deleteEntriesBefore(tx, before, most));
}
