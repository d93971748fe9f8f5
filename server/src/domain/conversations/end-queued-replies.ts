import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteQueuedReplies, findPendingReply, updateMessage } from './conversations.queries.ts';

/**
 * The agent falls silent: what it has not begun is owed no more; what it writes is asked to stop, also after a restart. The
 * caller holds the conversation's lock. The reply that is to be stopped in memory after the commit, or null.
 */
export async function endQueuedReplies(tx: Tx, scope: Scope, id: ConversationId): Promise<MessageId | null> {
  await deleteQueuedReplies(tx, scope, id);
  const writing = await findPendingReply(tx, scope, id);
  if (!writing) return null;
  await updateMessage(tx, scope, id, writing.id, { stopRequested: true });
  return writing.id;
}
