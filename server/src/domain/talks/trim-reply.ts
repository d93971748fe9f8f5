import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockForTelling, storeEvents, trimAnswer } from '../conversations/tell-in-conversation.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';

type Deps = { database: Database; live: LiveConversations };

/**
 * Of an answer that was spoken and cut short, `heard` is what stays: nobody refers to what nobody heard. `open` where it is still
 * written: stop it first. `gone` where there is nothing to cut.
 */
export async function trimReply(
  { database, live }: Deps,
  scope: Scope,
  { conversationId, ...cut }: { conversationId: ConversationId; messageId: MessageId; heard: string },
): Promise<'trimmed' | 'open' | 'gone'> {
  const told = await database.transaction(scope, async (tx) => {
    const conversation = await lockForTelling(tx, scope, conversationId);
    const event = conversation ? await trimAnswer(tx, scope, conversation, cut) : 'gone';
    if (typeof event === 'string') return event;
    return conversation && event ? storeEvents(tx, scope, conversation, [event]) : [];
  });
  if (typeof told === 'string') return told;
  live.tell(conversationId, told);
  return 'trimmed';
}
