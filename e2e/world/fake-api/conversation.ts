import { randomUUID } from 'node:crypto';
import type { ConversationEvent, Message } from '@antiphon/contract/events';
import { type Reply, replyTo } from './replies.ts';

type Stored = ConversationEvent & { id: number };

export interface Conversation {
  id: string;
  token: string;
  messages: Message[];
  events: Stored[];
  rating: number | null;
  contact: string | null;
  listeners: Set<() => void>;
  isStopping: boolean;
  seen: Map<string, string>;
}

export const newMessage = (id: string, role: Message['role'], text: string): Message => ({
  id: id as Message['id'],
  role,
  state: 'complete',
  text,
  citations: [],
  attachments: [],
  isUnknown: false,
  createdAt: new Date().toISOString(),
});

export const newConversation = (greeting: string): Conversation => ({
  id: `cnv_${randomUUID().slice(0, 8)}`,
  token: `vt_${randomUUID()}`,
  messages: greeting ? [newMessage(randomUUID(), 'agent', greeting)] : [],
  events: [],
  rating: null,
  contact: null,
  listeners: new Set(),
  isStopping: false,
  seen: new Map(),
});

export function emit(conversation: Conversation, event: ConversationEvent): void {
  conversation.events.push({ ...event, id: conversation.events.length + 1 });
  for (const listener of conversation.listeners) listener();
}

const tick = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes a reply into the conversation as the server does: message, deltas, done. */
async function write(conversation: Conversation, message: Message, reply: Reply): Promise<void> {
  const messageId = message.id;
  emit(conversation, { event: 'status', data: { messageId, status: 'thinking' } });
  if (reply.restarts) {
    emit(conversation, { event: 'delta', data: { messageId, text: 'The first attempt is dr' } });
    emit(conversation, { event: 'status', data: { messageId, status: 'restarted' } });
  }
  for (const text of reply.text.match(/\s*\S+/g) ?? []) {
    if (conversation.isStopping) break;
    if (reply.tokenDelayMs) await tick(reply.tokenDelayMs);
    message.text += text;
    emit(conversation, { event: 'delta', data: { messageId, text } });
  }
  if (reply.error) {
    message.state = 'failed';
    const data = { messageId, code: reply.error, message: 'It failed.', offersContact: true };
    emit(conversation, { event: 'error', data });
    return;
  }
  message.state = conversation.isStopping ? 'stopped' : 'complete';
  message.citations = reply.citations ?? [];
  message.isUnknown = reply.isUnknown ?? false;
  const { citations, state, isUnknown } = message;
  emit(conversation, { event: 'done', data: { messageId, citations, state, isUnknown } });
}

/** Takes a visitor's message once: the same id again gives the same reply. */
export function receive(conversation: Conversation, id: string, text: string, files: Message['attachments']): string {
  const known = conversation.seen.get(id);
  if (known) return known;
  const asked = { ...newMessage(id, 'visitor', text), attachments: files };
  const reply: Message = { ...newMessage(randomUUID(), 'agent', ''), state: 'queued' };
  conversation.seen.set(id, reply.id);
  conversation.isStopping = false;
  conversation.messages.push(asked, reply);
  emit(conversation, { event: 'message', data: { ...asked } });
  emit(conversation, { event: 'message', data: { ...reply } });
  void write(conversation, reply, replyTo(text));
  return reply.id;
}
