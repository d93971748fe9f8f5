import type { ConversationEvent, Message } from '@antiphon/contract/events';
import { expect, test } from 'vitest';
import { applyInboxEvent } from './apply-inbox-event.ts';

type Id = Message['id'];
const apply = (...events: ConversationEvent[]) => events.reduce<Message[]>(applyInboxEvent, []);
const delta = (text: string): ConversationEvent => ({ event: 'delta', data: { messageId: 'r' as Id, text } });
const done: ConversationEvent = {
  event: 'done',
  data: { messageId: 'r' as Id, citations: [], state: 'complete', isUnknown: true },
};
const held: ConversationEvent = { event: 'handoff', data: { state: 'held', reason: 'claimed', operator: null } };

test('words make the text, a restart drops them, the end says what came of it', () => {
  const restarted: ConversationEvent = { event: 'status', data: { messageId: 'r' as Id, status: 'restarted' } };
  expect(apply(delta('Fi'), restarted, delta('Sec'), delta('ond'), done)).toMatchObject([
    { id: 'r', text: 'Second', state: 'complete', isUnknown: true },
  ]);
});

test('a message that is told twice stands once', () => {
  const [shown] = apply(delta('Hello'));
  const said: ConversationEvent = {
    event: 'message',
    data: { ...(shown as Message), id: 'm' as Id, role: 'operator' },
  };
  expect(apply(said, said)).toHaveLength(1);
});

test('who takes over sees no reply that never began, and what was begun stays', () => {
  expect(apply(delta(''), held)).toEqual([]);
  expect(apply(delta('Half'), held)).toMatchObject([{ text: 'Half' }]);
});
