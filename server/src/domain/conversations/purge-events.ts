import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEventsBefore, deleteTracesBefore } from './conversations.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };

export async function purgeEvents(deps: Deps, before: Date): Promise<void> {
  const run = { database: deps.database, scope: deps.systemScope };
  await inBatches(run, (tx, most) => deleteEventsBefore(tx, before, most));
}

export async function purgeTraces(deps: Deps, before: Date): Promise<void> {
  const run = { database: deps.database, scope: deps.systemScope };
  await inBatches(run, (tx, most) => deleteTracesBefore(tx, before, most));
}
