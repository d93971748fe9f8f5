import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteDeliveriesBefore } from './webhooks.system.queries.ts';

const PER_TRANSACTION = 2_000;

/** A little at a time, so that nobody waits for it. */
export async function purgeDeliveries(
  deps: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  const { database, systemScope } = deps;
  const purgeSome = () =>
    database.transaction(systemScope, (tx) => deleteDeliveriesBefore(tx, systemScope, before, PER_TRANSACTION));
  while ((await purgeSome()) === PER_TRANSACTION);
}
