import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEventsBefore } from './conversations.system.queries.ts';

export async function purgeEvents(deps: { database: Database; systemScope: SystemScope }, before: Date): Promise<void> {
  const run = { database: deps.database, scope: deps.systemScope };
  await inBatches(run, (tx, most) => deleteEventsBefore(tx, before, most));
}
