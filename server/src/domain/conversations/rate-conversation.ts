import { fail } from '@antiphon/contract/errors';
import type { Thumb } from '@antiphon/contract/events';
import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { emit } from '../events/emit.ts';
import { maskWithin } from '../guardrails/mask-said.ts';
import { findMessage, lockConversation, updateConversation, updateMessage } from './conversations.queries.ts';
import { endConversation } from './end-conversations.ts';

/**
 * `rating` is 1 to 5; the last one given counts, and so does the comment, which other stars alone leave as it is. Whoever rates has
 * finished: the conversation ends. Null takes both back. Of a test nothing is told.
 */
export async function rateConversation(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  { rating, comment }: { rating: number | null; comment?: string | undefined },
): Promise<void> {
  const now = new Date();
  await deps.database.transaction(scope, async (tx) => {
    const before = await lockConversation(tx, scope, id);
    if (!before) return;
    const said = comment === undefined ? before.ratingComment : await maskWithin(tx, scope, before, comment.trim());
    const ratingComment = rating === null ? '' : said;
    const isSame = before.rating === rating && before.ratingComment === ratingComment;
    if (!isSame) await updateConversation(tx, scope, id, { rating, ratingComment });
    if (!isSame && !before.isTest) {
      const payload = { agentId: before.agentId, conversationId: id };
      await emit(tx, scope, { type: 'conversation_rated', payload });
    }
    if (rating !== null) await endConversation(tx, scope, { id, reason: 'rating', quietSince: now, now });
  });
}

/**
 * What the visitor thinks of one answer of the agent in their own conversation; the last word counts, and a null value takes it back.
 * Of a test nothing is told. Fails with `not_found` for whatever is no finished answer.
 */
export async function setThumb(
  deps: { database: Database },
  scope: Scope,
  { conversationId, messageId }: { conversationId: ConversationId; messageId: MessageId },
  { value, reason, comment }: { value: Thumb['value'] | null; reason: Thumb['reason']; comment: string },
): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    const conversation = await lockConversation(tx, scope, conversationId);
    const message = await findMessage(tx, scope, conversationId, messageId);
    const isAnswer = message?.role === 'agent' && (message.state === 'complete' || message.state === 'stopped');
    if (!conversation || !isAnswer) fail('not_found');
    const said = await maskWithin(tx, scope, conversation, comment.trim());
    const next: Thumb | null =
      value === 'down' ? { value, reason, comment: said } : value && { value, reason: null, comment: '' };
    const { thumb } = message;
    const isSame = next
      ? thumb?.value === next.value && thumb.reason === next.reason && thumb.comment === next.comment
      : thumb === null;
    if (isSame) return;
    const kept = next && { ...next, at: new Date().toISOString() };
    await updateMessage(tx, scope, conversationId, messageId, { thumb: kept });
    if (conversation.isTest) return;
    const payload = { agentId: conversation.agentId, conversationId, messageId };
    await emit(tx, scope, { type: 'answer_rated', payload });
  });
}
