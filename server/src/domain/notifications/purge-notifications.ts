import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteNotificationsBefore } from './notifications.system.queries.ts';

export async function purgeNotifications(
  deps: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  const { database, systemScope } = deps;
  await inBatches({ database, scope: systemScope }, (tx, most) =>
    deleteNotificationsBefore(tx, systemScope, before, most),
  );
}
