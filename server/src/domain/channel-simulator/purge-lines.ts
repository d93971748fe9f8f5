import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteLinesBefore } from './channel-simulator.system.queries.ts';

export async function purgeLines(
  { database, systemScope }: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  await inBatches({ database, scope: systemScope }, (tx, most) => deleteLinesBefore(tx, systemScope, before, most));
}
