import type { ConversationId, FileId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type FileRow, findFile, keepWaiting } from './uploads.queries.ts';

/** Those of the files that belong to the conversation, in the order of `ids`, for a message that names them within the hour. */
export async function findFiles(
  tx: Tx,
  scope: Scope,
  query: { conversationId: ConversationId; ids: FileId[] },
): Promise<FileRow[]> {
  await keepWaiting(tx, scope, query.ids);
  const found: FileRow[] = [];
  for (const id of new Set(query.ids)) {
    const file = await findFile(tx, scope, { id, conversationId: query.conversationId });
    if (file) found.push(file);
  }
  return found;
}
