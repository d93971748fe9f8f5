import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { deleteLeftDeliveries } from './webhooks.queries.ts';
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

/** Those of an endpoint that was deleted. What an endpoint made since then was sent stays. */
export async function clearDeliveries({ database }: { database: Database }, scope: Scope): Promise<void> {
  await inBatches({ database, scope }, (tx, most) => deleteLeftDeliveries(tx, scope, most));
}
