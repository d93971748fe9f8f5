import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { DirectoryTables } from './directory.ports.ts';
import { findCell, insertCells, putCell } from './directory.system.queries.ts';

/** Null where it is in the first cell, or nowhere. */
export const findCellOf = (tables: DirectoryTables, uid: WorkspaceUid): Promise<string | null> => findCell(tables, uid);

/** Older moves are passed by. */
export async function moveInDirectory(
  tables: DirectoryTables,
  uid: WorkspaceUid,
  to: { cell: string; epoch: number },
): Promise<void> {
  await insertCells(tables, [to.cell]);
  await putCell(tables, uid, to.cell, to.epoch);
}
