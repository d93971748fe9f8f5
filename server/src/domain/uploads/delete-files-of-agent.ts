import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { FileStore } from './uploads.ports.ts';
import { deleteFilesOf } from './uploads.queries.ts';

/** Rows first: a process killed between the two leaves bytes that no row names. Safe to run twice. */
export async function deleteFilesOfAgent(
  deps: { database: Database; fileStore: FileStore },
  scope: Scope,
  agentId: AgentId,
): Promise<void> {
  const keys = await deps.database.transaction(scope, (tx) => deleteFilesOf(tx, scope, { agentId }));
  for (const key of keys) await deps.fileStore.delete(key);
}
