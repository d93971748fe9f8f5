import type { ConversationId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteFiles } from '../uploads/delete-files.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { refuseRecordings, type Which } from './call-recordings.queries.ts';

/** Nothing is kept of what was recorded: with us it is gone now, at a provider as soon as it can be deleted there. */
export async function dropRecordings(
  deps: { database: Database; fileStore: FileStore },
  scope: Scope,
  which: Which,
): Promise<void> {
  const deleteBytes = await deps.database.transaction(scope, async (tx) =>
    deleteFiles(tx, scope, await refuseRecordings(tx, scope, which)),
  );
  await deleteBytes(deps);
}
/** Of a conversation that was erased, and its files with it: what lies at a provider is deleted there. */
export const forgetRecordings = async (tx: Tx, scope: Scope, id: ConversationId): Promise<void> =>
  void (await refuseRecordings(tx, scope, { conversationId: id }));
