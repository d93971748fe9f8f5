import type { WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { cells, lookups, workspaceCells } from '../../db/schema/cells.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { DirectoryTables, LookupKind } from './directory.ports.ts';

export async function insertCells(tables: DirectoryTables, names: readonly string[]): Promise<void> {
  await tables
    .insert(cells)
    .values(names.map((name) => ({ name })))
    .onConflictDoNothing();
}

export async function listCells(tables: DirectoryTables): Promise<string[]> {
  const rows = await tables.select({ name: cells.name }).from(cells).orderBy(asc(cells.addedAt), asc(cells.name));
  return rows.map(({ name }) => name);
}

/** Null where it was never moved out of the first cell. */
export async function findCell(tables: DirectoryTables, uid: WorkspaceUid): Promise<string | null> {
  const [row] = await tables
    .select({ cell: workspaceCells.cell })
    .from(workspaceCells)
    .where(eq(workspaceCells.workspace, uid));
  return row?.cell ?? null;
}

/** Of two moves the later one counts, whichever says so first. */
export async function putCell(tables: DirectoryTables, uid: WorkspaceUid, cell: string, epoch: number): Promise<void> {
  await tables
    .insert(workspaceCells)
    .values({ workspace: uid, cell, epoch })
    .onConflictDoUpdate({
      target: workspaceCells.workspace,
      set: { cell, epoch },
      setWhere: lt(workspaceCells.epoch, epoch),
    });
}

export async function findLookup(
  tables: DirectoryTables,
  kind: LookupKind,
  keyHash: string,
): Promise<WorkspaceUid | null> {
  const [row] = await tables
    .select({ workspace: lookups.workspace })
    .from(lookups)
    .where(and(eq(lookups.kind, kind), eq(lookups.keyHash, keyHash)));
  return row?.workspace ?? null;
}

export async function putLookup(
  tables: DirectoryTables,
  kind: LookupKind,
  keyHash: string,
  workspace: WorkspaceUid,
): Promise<void> {
  await tables
    .insert(lookups)
    .values({ kind, keyHash, workspace })
    .onConflictDoUpdate({ target: [lookups.kind, lookups.keyHash], set: { workspace } });
}

/** The workspaces that the directory names, in order; those after `after`. */
export async function listNamed(tables: DirectoryTables, after: string, limit: number): Promise<WorkspaceUid[]> {
  const of = async (table: typeof lookups | typeof workspaceCells) =>
    tables
      .select({ uid: sql<WorkspaceUid>`${table.workspace}` })
      .from(table)
      .where(gt(table.workspace, after as WorkspaceUid))
      .groupBy(table.workspace)
      .orderBy(asc(table.workspace))
      .limit(limit);
  const found = (await Promise.all([of(lookups), of(workspaceCells)])).flat().map(({ uid }) => uid);
  return [...new Set(found)].sort((one, other) => (one < other ? -1 : 1)).slice(0, limit);
}

export async function deleteNamed(tables: DirectoryTables, uids: WorkspaceUid[]): Promise<void> {
  await tables.delete(lookups).where(inArray(lookups.workspace, uids));
  await tables.delete(workspaceCells).where(inArray(workspaceCells.workspace, uids));
}

/** Of these workspaces those that a cell has. */
export async function listStanding(tx: Tx, uids: WorkspaceUid[]): Promise<WorkspaceUid[]> {
  const rows = await tx.select({ uid: workspaces.uid }).from(workspaces).where(inArray(workspaces.uid, uids));
  return rows.map(({ uid }) => uid);
}
