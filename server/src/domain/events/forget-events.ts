import type { ConversationId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { deleteEventsAbout } from './forget-events.queries.ts';

/** What was told of a conversation, and may hold an address, is erased with it. Whatever was not heard yet is not heard. */
export const forgetEvents = (tx: Tx, scope: Scope, about: { conversationId: ConversationId }): Promise<void> =>
  deleteEventsAbout(tx, scope, about.conversationId);
