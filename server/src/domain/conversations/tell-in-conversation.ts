import type { ConversationEvent, Message } from '@antiphon/contract/events';
import { type ConversationId, newMessageId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { StoredEvent } from '../streams/live-conversations.ts';
import {
  type ConversationRow,
  findLastPosition,
  insertEvents,
  insertMessages,
  lockConversation,
  type MessageRow,
} from './conversations.queries.ts';
import { messageEvent, toMessage } from './conversations.rules.ts';

// For what happens in a conversation beside its replies. Whoever holds it tells the events after the commit.

export type LockedConversation = Pick<
  ConversationRow,
  'id' | 'agentId' | 'isTest' | 'lang' | 'handoff' | 'lastEventSeq'
>;

/** Until the transaction ends nothing else is told in it. Null where there is none. */
export const lockForTelling = (tx: Tx, scope: Scope, id: ConversationId): Promise<LockedConversation | null> =>
  lockConversation(tx, scope, id);

/** Once a lock: the ids of the events count from those that it found. */
export const storeEvents = (
  tx: Tx,
  scope: Scope,
  { id, lastEventSeq }: LockedConversation,
  events: ConversationEvent[],
): Promise<StoredEvent[]> => insertEvents(tx, scope, id, lastEventSeq, events);

/** Words of the agent that answer no message, and their event. */
export async function storeWords(
  tx: Tx,
  scope: Scope,
  { id, agentId }: LockedConversation,
  said: Pick<MessageRow, 'text' | 'offersPerson'>,
): Promise<{ message: Message; event: ConversationEvent }> {
  const [row] = await insertMessages(tx, [
    {
      id: newMessageId(),
      conversationId: id,
      workspaceUid: scope.workspaceUid,
      agentId,
      position: (await findLastPosition(tx, scope, id)) + 1,
      role: 'agent',
      state: 'complete',
      ...said,
    },
  ]);
  const message = toMessage(row as MessageRow);
  return { message, event: messageEvent(message) };
}
