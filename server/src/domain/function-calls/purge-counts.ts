import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteCountsBefore } from './function-calls.system.queries.ts';

/** Of minutes and days that are over. */
export async function purgeCounts(
  { database, systemScope: scope }: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  await inBatches({ database, scope }, (tx, most) => deleteCountsBefore(tx, scope, before, most));
}
