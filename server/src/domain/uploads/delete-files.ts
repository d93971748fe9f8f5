import type { AgentId, FileId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { FileStore } from './uploads.ports.ts';
import { deleteFiles as deleteRows, listSomeFiles } from './uploads.queries.ts';

/** Deletes the rows in the caller's transaction; what it returns deletes the bytes, and is for after the commit. */
export async function deleteFiles(
  tx: Tx,
  scope: Scope,
  ids: FileId[],
): Promise<(deps: { fileStore: FileStore }) => Promise<void>> {
  const keys = await deleteRows(tx, scope, ids);
  return async ({ fileStore }) => {
    for (const key of keys) await fileStore.delete(key);
  };
}

export type FileDeps = { database: Database; fileStore: FileStore };

/** All files of a workspace, or of one agent, bytes before rows: whatever stops it, a later run finds what is left by the rows. */
export async function deleteAllFiles(deps: FileDeps, scope: Scope, agentId?: AgentId): Promise<void> {
  for (;;) {
    const files = await deps.database.transaction(scope, (tx) => listSomeFiles(tx, scope, { agentId, most: 200 }));
    if (files.length === 0) return;
    for (const { storageKey } of files) await deps.fileStore.delete(storageKey);
    const ids = files.map(({ id }) => id);
    await deps.database.transaction(scope, (tx) => deleteRows(tx, scope, ids));
  }
}
