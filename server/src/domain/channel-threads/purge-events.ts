import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEventsBefore } from './channel-threads.system.queries.ts';

export async function purgeEvents(
  { database, systemScope }: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  await inBatches({ database, scope: systemScope }, (tx, most) => deleteEventsBefore(tx, systemScope, before, most));
}
