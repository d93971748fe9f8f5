import type { Database } from '../../db/database.ts';
import { eachApart, inBatches } from '../../db/in-batches.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { deleteArchives } from '../exports/delete-archives.ts';
import { deleteAllFiles } from '../uploads/delete-files.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import * as queries from './erase-workspace.system.queries.ts';

export type EraseDeps = { database: Database; systemScope: SystemScope; fileStore: FileStore };

/**
 * Takes away all rows and files of a deleted workspace, whatever tables there are; of a living one it touches nothing.
 * What is left holds ids alone: the one audit row that says who deleted it, counters for two days, this job
 * (`server/test/journeys/erased-account.test.ts`). It may be killed and run again.
 */
export async function eraseWorkspace(deps: EraseDeps, scope: Scope): Promise<void> {
  const inSystem = <Result>(work: (tx: Parameters<Parameters<Database['transaction']>[1]>[0]) => Promise<Result>) =>
    deps.database.transaction(deps.systemScope, work);
  if (await inSystem((tx) => queries.isAlive(tx, scope.workspaceUid))) return;
  await deleteArchives(deps, scope);
  await deleteAllFiles(deps, scope);
  const tables = await inSystem((tx) => queries.listTenantTables(tx));
  const run = { database: deps.database, scope: deps.systemScope };
  for (const table of childrenFirst(tables))
    await inBatches(run, (tx, most) => queries.deleteRows(tx, table, scope.workspaceUid, most));
  await inSystem((tx) => queries.deleteWorkspaceRow(tx, scope.workspaceUid));
}

/** Longer than the job of a deletion is tried. */
const GIVEN_UP_MS = 24 * 60 * 60_000;

/** Whose job was given up, or lost: deleted a day ago, and still there. One that fails keeps none of the others. */
export async function eraseLeft(deps: EraseDeps, makeScope: (workspaceUid: string) => Scope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GIVEN_UP_MS);
  const left = await deps.database.transaction(deps.systemScope, (tx) => queries.listDeletedBefore(tx, before));
  await eachApart(left, ({ uid }) => eraseWorkspace(deps, makeScope(uid)));
}

/** A table before those that it refers to, so that no delete cascades into thousands of rows. */
function childrenFirst(tables: { name: string; referredBy: string[] }[]): string[] {
  const left = new Map(tables.map(({ name, referredBy }) => [name, referredBy.filter((child) => child !== name)]));
  const ordered: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter(([, children]) => children.every((child) => !left.has(child)));
    // A circle of tables has no order; the cascades then do the work.
    for (const [name] of free.length > 0 ? free : [...left]) {
      ordered.push(name);
      left.delete(name);
    }
  }
  return ordered;
}
