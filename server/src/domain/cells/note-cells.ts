import type { DirectoryTables } from './directory.ports.ts';
import { insertCells, listCells } from './directory.system.queries.ts';

/** Adds those that the directory does not have. Answers those that it has and nobody named: their workspaces would be nowhere. */
export async function noteCells(tables: DirectoryTables, names: readonly string[]): Promise<string[]> {
  await insertCells(tables, names);
  return (await listCells(tables)).filter((name) => !names.includes(name));
}
