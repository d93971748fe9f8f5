import type { SpokenTurn } from '@antiphon/contract/conversations';
import type { ConversationEvent, Message } from '@antiphon/contract/events';
import { type ConversationId, type MessageId, newMessageId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { StoredEvent } from '../streams/live-conversations.ts';
import {
  type ConversationRow,
  findLastPosition,
  findMessage,
  insertEvents,
  insertMessages,
  keepSpoken,
  keepWritten,
  lockConversation,
  type MessageRow,
  updateMessage,
} from './conversations.queries.ts';
import { isFinal, messageEvent, toMessage } from './conversations.rules.ts';

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

/** How long a caller waited for an answer, stage by stage: kept in its trace, where there is one. */
export const noteSpoken = (
  tx: Tx,
  scope: Scope,
  said: { conversationId: ConversationId; messageId: MessageId; spoken: SpokenTurn },
): Promise<void> => keepSpoken(tx, scope, said);

/** Words of a visitor that nobody is to answer, with what is told of them. */
export async function storeHeard(
  tx: Tx,
  scope: Scope,
  conversationId: ConversationId,
  { id, text }: { id: MessageId; text: string },
): Promise<StoredEvent[]> {
  const conversation = await lockForTelling(tx, scope, conversationId);
  if (!conversation) return [];
  const place = { conversationId, workspaceUid: scope.workspaceUid, agentId: conversation.agentId };
  const position = (await findLastPosition(tx, scope, conversationId)) + 1;
  const [row] = await insertMessages(tx, [{ id, ...place, position, role: 'visitor', state: 'complete', text }]);
  return storeEvents(tx, scope, conversation, [messageEvent(toMessage(row as MessageRow))]);
}

/**
 * Of an answer that was spoken, `heard` is what stays of it; all of it is kept in its trace. `open` where it is still written, `gone`
 * where it is no answer of the agent, or does not begin so. Null where all of it was heard.
 */
export async function trimAnswer(
  tx: Tx,
  scope: Scope,
  { id }: LockedConversation,
  { messageId, heard }: { messageId: MessageId; heard: string },
): Promise<ConversationEvent | 'open' | 'gone' | null> {
  const message = await findMessage(tx, scope, id, messageId);
  if (message?.role !== 'agent') return 'gone';
  if (!isFinal(message.state)) return 'open';
  if (!message.text.startsWith(heard)) return 'gone';
  if (message.text === heard) return null;
  await keepWritten(tx, scope, id, messageId, message.text);
  await updateMessage(tx, scope, id, messageId, { text: heard, state: 'stopped', choices: null });
  return { event: 'trimmed', data: { messageId, text: heard } };
}
