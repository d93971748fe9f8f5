import { fail } from '@antiphon/contract/errors';
import type { Attachment, ConversationEvent } from '@antiphon/contract/events';
import { type ConversationId, type FileId, type MessageId, newMessageId } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAnsweringSettings } from '../agents/get-agent.ts';
import { reserveMessage } from '../billing/reserve-message.ts';
import { attachmentsOf } from './add-file.ts';
import {
  type ConversationRow,
  countDaily,
  findMessage,
  findQueuedReply,
  insertEvents,
  insertMessages,
  lockConversation,
  nextPosition,
  type StoredEvent,
  toMessage,
  updateMessage,
} from './conversations.queries.ts';
import { dayOf, messageEvent, statusEvent } from './conversations.rules.ts';
import type { LiveConversations } from './live-conversations.ts';

export type SentMessage = { messageId: MessageId; replyId: MessageId };

type Input = { conversationId: ConversationId; id: MessageId; text: string; fileIds: FileId[] };

/**
 * Stores a visitor's message and the reply that is owed for it. The same id sent again returns what the first sending did.
 * Fails with `message_limit_reached`, `idempotency_mismatch` (the id with another text) or `invalid_input` (empty).
 */
export async function sendMessage(
  deps: { database: Database; live: LiveConversations },
  scope: Scope,
  input: Input,
): Promise<SentMessage> {
  if (input.text.trim() === '' && input.fileIds.length === 0)
    fail('invalid_input', { issues: [{ path: 'text', message: 'Please write something.' }] });
  const { sent, events } = await deps.database.transaction(scope, async (tx) => {
    const conversation = await lockConversation(tx, scope, input.conversationId);
    if (!conversation) fail('not_found');
    const earlier = await findMessage(tx, scope, input.conversationId, input.id);
    if (earlier) {
      if (earlier.text !== input.text || !earlier.replyId) fail('idempotency_mismatch');
      return { sent: { messageId: input.id, replyId: earlier.replyId }, events: [] };
    }
    return storeMessage(tx, scope, deps.database.region, conversation, input);
  });
  deps.live.tell(input.conversationId, events);
  return sent;
}

async function storeMessage(
  tx: Tx,
  scope: Scope,
  region: Region,
  conversation: ConversationRow,
  input: Input,
): Promise<{ sent: SentMessage; events: StoredEvent[] }> {
  const now = new Date();
  const { id: conversationId, agentId, isTest } = conversation;
  const settings = await getAnsweringSettings(tx, scope, agentId, isTest ? 'draft' : 'published');
  if (!isTest) {
    const isReserved = await reserveMessage(tx, scope, { agentId, messagesLimit: settings.limits.messagesLimit, now });
    if (!isReserved) fail('message_limit_reached');
    await countDaily(tx, scope, agentId, dayOf(now), 'messages');
  }
  const attachments = await attachmentsOf(tx, scope, { region, conversationId, ids: input.fileIds });
  const position = await nextPosition(tx, scope, conversationId);
  const queued = await findQueuedReply(tx, scope, conversationId);
  // A burst: what arrives before the reply has begun is answered by that same reply, which then stands after it.
  const replyId = queued?.id ?? newMessageId();
  const row = { conversationId, workspaceUid: scope.workspaceUid, agentId };
  const sent = { ...row, ...visitorMessage(input, replyId, attachments), position };
  const owed = {
    ...row,
    id: replyId,
    position: position + 1,
    role: 'agent' as const,
    state: 'queued' as const,
    text: '',
  };
  const [stored] = await insertMessages(tx, queued ? [sent] : [sent, owed]);
  if (queued) await updateMessage(tx, scope, conversationId, replyId, { position: position + 1 });
  const happened: ConversationEvent[] = stored ? [messageEvent(toMessage(stored))] : [];
  if (!queued) happened.push(statusEvent(replyId, 'queued'));
  const events = await insertEvents(tx, scope, conversationId, conversation.lastEventSeq, happened, {
    lastMessageAt: now,
  });
  return { sent: { messageId: input.id, replyId }, events };
}

const visitorMessage = (input: Input, replyId: MessageId, attachments: Attachment[]) => ({
  id: input.id,
  role: 'visitor' as const,
  state: 'complete' as const,
  text: input.text,
  replyId,
  attachments,
});
