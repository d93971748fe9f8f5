import type { ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { FileStore } from './uploads.ports.ts';
import { deleteFilesOfConversation as deleteRows } from './uploads.queries.ts';

/** Deletes the rows in the caller's transaction; what it returns deletes the bytes, and is for after the commit. */
export async function deleteFilesOfConversation(
  tx: Tx,
  scope: Scope,
  conversationId: ConversationId,
): Promise<(deps: { fileStore: FileStore }) => Promise<void>> {
  const keys = await deleteRows(tx, scope, conversationId);
  return async ({ fileStore }) => {
    for (const key of keys) await fileStore.delete(key);
  };
}
