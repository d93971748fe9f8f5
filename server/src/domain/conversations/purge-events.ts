import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEventsBefore } from './conversations.system.queries.ts';

export async function purgeEvents(deps: { database: Database; systemScope: SystemScope }, before: Date): Promise<void> {
  await deps.database.transaction(deps.systemScope, (tx) => deleteEventsBefore(tx, before));
}
