import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { OtherCells } from '../../db/other-cells.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteNamed, listNamed, listStanding } from './directory.system.queries.ts';

const PAGE = 1_000;

/** Lets go what the directory says of workspaces that are in no cell any more. How many they were. */
export async function settleDirectory(deps: {
  database: Database;
  systemScope: SystemScope;
  otherCells: OtherCells;
}): Promise<number> {
  if (!deps.otherCells) return 0;
  const { database, systemScope } = deps;
  const tables = database.unscoped;
  const cells = [database, ...(await deps.otherCells())];
  let gone = 0;
  for (let after = ''; ; ) {
    const named = await listNamed(tables, after, PAGE);
    const last = named.at(-1);
    if (!last) return gone;
    after = last;
    const standing = new Set<WorkspaceUid>();
    for (const cell of cells)
      for (const uid of await cell.transaction(systemScope, (tx) => listStanding(tx, named))) standing.add(uid);
    const orphans = named.filter((uid) => !standing.has(uid));
    if (orphans.length > 0) await deleteNamed(tables, orphans);
    gone += orphans.length;
  }
}
