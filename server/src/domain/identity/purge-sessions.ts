import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEndedSessions, deleteEndedVerifications } from './people.system.queries.ts';

/** Sessions that are over, and codes and links that nobody can use any more. */
export async function purgeSessions(database: Database, scope: SystemScope, now: Date): Promise<void> {
  await inBatches({ database, scope }, (tx, most) => deleteEndedSessions(tx, now, most));
  await inBatches({ database, scope }, (tx, most) => deleteEndedVerifications(tx, now, most));
}
