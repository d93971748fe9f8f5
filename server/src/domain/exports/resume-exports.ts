import type { Database } from '../../db/database.ts';
import { eachApart } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { QUEUED_MS } from './exports.rules.ts';
import { listLeft } from './exports.system.queries.ts';

/** Asks for a job once more for each whose worker died, or whose job was lost. A job too many finds nothing to do. */
export async function resumeExports(
  { database, systemScope }: { database: Database; systemScope: SystemScope },
  makeScope: (workspaceUid: string) => Scope,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - QUEUED_MS);
  const left = await database.transaction(systemScope, (tx) => listLeft(tx, before));
  await eachApart(left, async ({ id, workspaceUid }) => {
    const scope = makeScope(workspaceUid);
    await database.transaction(scope, (tx) => emit(tx, scope, { type: 'export_requested', payload: { exportId: id } }));
  });
}
