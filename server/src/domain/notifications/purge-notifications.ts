import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteNotificationsBefore } from './notifications.system.queries.ts';

export async function purgeNotifications(
  deps: { database: Database; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  await deps.database.transaction(deps.systemScope, (tx) => deleteNotificationsBefore(tx, deps.systemScope, before));
}
