import type { ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteNotificationsAbout } from './notifications.queries.ts';

/** What members were told of an erased conversation goes with it. */
export const forgetConversation = (tx: Tx, scope: Scope, id: ConversationId): Promise<void> =>
  deleteNotificationsAbout(tx, scope, id);
