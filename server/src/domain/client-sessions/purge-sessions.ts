import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEndedLogins, deleteEndedOpenings, deleteEndedSessions } from './client-sessions.system.queries.ts';

/** Sessions, codes, links and openings that have ended are kept for nothing. */
export async function purgeSessions(
  { database }: { database: Database },
  scope: SystemScope,
  now: Date,
): Promise<void> {
  const unusedSince = new Date(now.getTime() - limits.clientSessionIdleDays * 86_400_000);
  const run = { database, scope };
  await inBatches(run, (tx, most) => deleteEndedSessions(tx, { now, unusedSince }, most));
  await inBatches(run, (tx, most) => deleteEndedLogins(tx, now, most));
  await inBatches(run, (tx, most) => deleteEndedOpenings(tx, now, most));
}
