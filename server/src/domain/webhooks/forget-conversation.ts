import type { ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteDeliveriesAbout } from './webhooks.queries.ts';

/** What was to be told, or was told, of an erased conversation: the log keeps no visitor's address. */
export const forgetConversation = (tx: Tx, scope: Scope, id: ConversationId): Promise<void> =>
  deleteDeliveriesAbout(tx, scope, id);
