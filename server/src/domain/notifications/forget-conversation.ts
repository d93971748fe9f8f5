import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteNotificationsAbout } from './notifications.queries.ts';

/** What members were told of an erased conversation goes with it. */
export const forgetConversation = (deps: { database: Database }, scope: Scope, id: ConversationId): Promise<void> =>
  deps.database.transaction(scope, (tx) => deleteNotificationsAbout(tx, scope, id));
