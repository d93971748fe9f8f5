import type { ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { deleteNotificationsAbout, deleteRequestsAbout, isRequestOpen } from './notifications.queries.ts';

/** What members were told of an erased conversation goes with it. */
export const forgetConversation = (tx: Tx, scope: Scope, id: ConversationId): Promise<void> =>
  deleteNotificationsAbout(tx, scope, id);

/** Nobody is told any more of a request that was closed or put aside, unless it is open again by now. */
export async function settleRequest(
  { signals }: { signals: Signals },
  tx: Tx,
  scope: Scope,
  id: ConversationId,
): Promise<(() => void) | undefined> {
  if (await isRequestOpen(tx, scope, id)) return;
  await deleteRequestsAbout(tx, scope, id);
  return () => signals.tell(scope.workspaceUid, { kind: 'notification', id });
}
