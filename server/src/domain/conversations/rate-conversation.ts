import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { findConversation, updateConversation } from './conversations.queries.ts';

/** `rating` is 1 to 5; the last one given counts. */
export async function rateConversation(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  given: { rating: number; comment: string },
): Promise<void> {
  await deps.database.transaction(scope, (tx) =>
    updateConversation(tx, scope, id, { rating: given.rating, ratingComment: given.comment }),
  );
}

/** The visitor leaves an address to be written to. */
export async function leaveContact(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  contact: { email: string; message: string },
): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    const conversation = await findConversation(tx, scope, id);
    if (!conversation) return;
    await updateConversation(tx, scope, id, { contactEmail: contact.email, contactMessage: contact.message });
    await emit(tx, scope, {
      type: 'lead_created',
      payload: { agentId: conversation.agentId, conversationId: id, email: contact.email },
    });
  });
}
