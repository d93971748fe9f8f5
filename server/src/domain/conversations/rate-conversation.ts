import type { ConversationId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { updateConversation } from './conversations.queries.ts';
import { endConversation } from './end-conversations.ts';

/** `rating` is 1 to 5; the last one given counts, and so does the comment, which other stars alone leave as it is. Whoever rates has finished: the conversation ends. */
export async function rateConversation(
  deps: { database: Database },
  scope: Scope,
  id: ConversationId,
  { rating, comment }: { rating: number; comment?: string | undefined },
): Promise<void> {
  const now = new Date();
  await deps.database.transaction(scope, async (tx) => {
    await updateConversation(tx, scope, id, {
      rating,
      ...(comment === undefined ? {} : { ratingComment: comment.trim() }),
    });
    await endConversation(tx, scope, { id, reason: 'rating', quietSince: now, now });
  });
}
