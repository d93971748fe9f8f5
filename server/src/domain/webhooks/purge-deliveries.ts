import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteDeliveriesBefore } from './webhooks.system.queries.ts';

export async function purgeDeliveries(
  deps: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  const { database, systemScope } = deps;
  await inBatches({ database, scope: systemScope }, (tx, most) =>
    deleteDeliveriesBefore(tx, systemScope, before, most),
  );
}
