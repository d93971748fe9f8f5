import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { demandRoom } from './demand-room.ts';
import type { FileStore } from './uploads.ports.ts';
import { type FileRow, insertFile } from './uploads.queries.ts';
import { newStorageKey } from './uploads.rules.ts';

export type StoredFile = Pick<FileRow, 'id' | 'name' | 'type' | 'bytes'>;
type Given = Omit<Parameters<typeof insertFile>[2], 'storageKey'>;

class Unwanted extends Error {}

/**
 * Stores bytes as a file. `record` runs in the transaction that makes the file's row, so that a file without its owner cannot be: where it answers
 * false neither the row nor the bytes are left. A process killed between the two leaves bytes that no row names, and never the reverse.
 */
export async function storeBytes(
  deps: { database: Database; fileStore: FileStore },
  scope: Scope,
  bytes: Uint8Array,
  given: Given,
  record: (tx: Tx, file: StoredFile) => Promise<boolean>,
): Promise<boolean> {
  const storageKey = newStorageKey(deps.database.region);
  await deps.fileStore.put(storageKey, bytes);
  try {
    await deps.database.transaction(scope, async (tx) => {
      const row = await insertFile(tx, scope, { ...given, storageKey });
      await demandRoom(tx, scope, row);
      if (!(await record(tx, row))) throw new Unwanted();
    });
    return true;
  } catch (error) {
    await deps.fileStore.delete(storageKey);
    if (error instanceof Unwanted) return false;
    throw error;
  }
}
