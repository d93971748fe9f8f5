import { randomUUID } from 'node:crypto';
import type { ConversationEvent, HandoffState, Message, OperatorFace } from '@antiphon/contract/events';
import { type Reply, replyTo } from './replies.ts';

type Stored = ConversationEvent & { id: number };

export interface Conversation {
  id: string;
  token: string;
  messages: Message[];
  events: Stored[];
  rating: number | null;
  variables: Record<string, unknown>;
  comment?: string;
  contact: string | null;
  listeners: Set<() => void>;
  isStopping: boolean;
  handoff: HandoffState;
  operator: OperatorFace | null;
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
  variables: {},
  contact: null,
  listeners: new Set(),
  isStopping: false,
  handoff: 'bot',
  operator: null,
  seen: new Map(),
});

export function emit(conversation: Conversation, event: ConversationEvent): void {
  conversation.events.push({ ...event, id: conversation.events.length + 1 });
  for (const listener of conversation.listeners) listener();
}

/** A person takes it over: what is written then is theirs to answer. */
export function hold(conversation: Conversation, operator: OperatorFace): void {
  Object.assign(conversation, { handoff: 'held', operator });
  emit(conversation, { event: 'handoff', data: { state: 'held', reason: 'claimed', operator } });
}

/** Nobody came: an address can be left. */
export function miss(conversation: Conversation): void {
  const message = { ...newMessage(randomUUID(), 'system', ''), offersPerson: true };
  conversation.messages.push(message);
  emit(conversation, { event: 'message', data: message });
}

/** The person who holds it writes. */
export function say(conversation: Conversation, text: string): void {
  const message = { ...newMessage(randomUUID(), 'operator', text), operator: conversation.operator! };
  conversation.messages.push(message);
  emit(conversation, { event: 'message', data: message });
}

export function countUnread({ messages, handoff }: Conversation, after: string | null) {
  const later = messages.slice(messages.findIndex(({ id }) => id === after) + 1);
  return {
    count: later.filter(({ role, state }) => role !== 'visitor' && state === 'complete').length,
    isAwaited: handoff !== 'bot' || messages.some(({ state }) => state === 'queued' || state === 'streaming'),
  };
}

const tick = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes a reply into the conversation as the server does: message, deltas, done. */
async function reply(conversation: Conversation, message: Message, written: Reply): Promise<void> {
  const messageId = message.id;
  emit(conversation, { event: 'status', data: { messageId, status: 'thinking' } });
  if (written.waitMs) await tick(written.waitMs);
  if (written.restarts) {
    emit(conversation, { event: 'delta', data: { messageId, text: 'The first attempt is dr' } });
    emit(conversation, { event: 'status', data: { messageId, status: 'restarted' } });
  }
  for (const text of written.text.match(/\s*\S+/g) ?? []) {
    if (conversation.isStopping) break;
    if (written.tokenDelayMs) await tick(written.tokenDelayMs);
    message.text += text;
    emit(conversation, { event: 'delta', data: { messageId, text } });
  }
  if (written.error) {
    message.state = 'failed';
    const data = { messageId, code: written.error, message: 'It failed.', offersContact: true };
    emit(conversation, { event: 'error', data });
    return;
  }
  message.state = conversation.isStopping ? 'stopped' : 'complete';
  message.citations = written.citations ?? [];
  message.isUnknown = written.isUnknown ?? false;
  const { citations, state, isUnknown } = message;
  emit(conversation, { event: 'done', data: { messageId, citations, state, isUnknown } });
}

/** Takes a visitor's message once: the same id again gives the same reply. */
export function receive(
  conversation: Conversation,
  id: string,
  text: string,
  files: Message['attachments'],
): string | null {
  const known = conversation.seen.get(id);
  if (known) return known;
  const asked = { ...newMessage(id, 'visitor', text), attachments: files };
  if (conversation.handoff === 'held') {
    conversation.messages.push(asked);
    emit(conversation, { event: 'message', data: asked });
    return null;
  }
  const owed: Message = { ...newMessage(randomUUID(), 'agent', ''), state: 'queued' };
  conversation.seen.set(id, owed.id);
  conversation.isStopping = false;
  conversation.messages.push(asked, owed);
  emit(conversation, { event: 'message', data: { ...asked } });
  emit(conversation, { event: 'message', data: { ...owed } });
  void reply(conversation, owed, replyTo(text));
  return owed.id;
}
