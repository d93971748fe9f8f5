import { Failure } from '@antiphon/contract/errors';
import { type AgentId, type FileId, newFileId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { demandRoom } from './demand-room.ts';
import type { FileStore } from './uploads.ports.ts';
import { findFile, insertFile } from './uploads.queries.ts';
import { newStorageKey } from './uploads.rules.ts';

/**
 * The same bytes under a key and a row of their own, for another agent of the workspace; null where the file is gone, or the workspace has no room for another. A job
 * that is begun again copies again: bytes that no row names are all it can leave behind.
 */
export async function copyFile(
  deps: { database: Database; fileStore: FileStore },
  scope: Scope,
  source: { id: FileId; agentId: AgentId },
): Promise<FileId | null> {
  const row = await deps.database.transaction(scope, (tx) => findFile(tx, scope, { id: source.id }));
  const bytes = row && (await read(deps.fileStore, row.storageKey));
  if (!row || !bytes) return null;
  const storageKey = newStorageKey(deps.database.region);
  await deps.fileStore.put(storageKey, bytes);
  const { name, type } = row;
  const copy = { id: newFileId(), agentId: source.agentId, conversationId: null, name, type, storageKey };
  try {
    await deps.database.transaction(scope, async (tx) => {
      await demandRoom(tx, scope, await insertFile(tx, scope, { ...copy, bytes: bytes.byteLength }));
    });
  } catch (error) {
    await deps.fileStore.delete(storageKey);
    if (error instanceof Failure) return null;
    throw error;
  }
  return copy.id;
}

async function read(fileStore: FileStore, key: string): Promise<Uint8Array | null> {
  try {
    return await fileStore.get(key);
  } catch (error) {
    if (error instanceof VendorFailure && error.kind === 'not_found') return null;
    throw error;
  }
}
