import type { ConversationEvent, Message } from '@antiphon/contract/events';
import { expect, test } from 'vitest';
import { applyEvent, findPending, newMessage, type ShownMessage, upsert } from './timeline.ts';

type Id = Message['id'];
const apply = (list: ShownMessage[], ...events: ConversationEvent[]) =>
  events.reduce((now, event) => applyEvent(now, event, (code) => `said ${code}`), list);
const delta = (text: string): ConversationEvent => ({ event: 'delta', data: { messageId: 'r' as Id, text } });
const status = (to: 'queued' | 'thinking' | 'restarted'): ConversationEvent => ({
  event: 'status',
  data: { messageId: 'r' as Id, status: to },
});

test('deltas make the text, in a message that need not be there yet', () => {
  const [message] = apply([], delta('Hel'), delta('lo'));
  expect(message).toMatchObject({ id: 'r', role: 'agent', state: 'streaming', text: 'Hello' });
});

test('a restart drops what was shown', () => {
  expect(apply([], delta('First'), status('restarted'), delta('Second'))[0]!.text).toBe('Second');
});

test('a late status does not take a finished answer back', () => {
  const done: ConversationEvent = {
    event: 'done',
    data: { messageId: 'r' as Id, citations: [], state: 'complete', isUnknown: true },
  };
  const list = apply([], delta('Yes'), done, status('thinking'));
  expect(list[0]).toMatchObject({ state: 'complete', isUnknown: true });
  expect(findPending(list)).toBeUndefined();
});

test('an error keeps the text and says what may be done', () => {
  const [message] = apply([], delta('Half'), {
    event: 'error',
    data: { messageId: 'r' as Id, code: 'model_failed', message: '', offersContact: true },
  });
  expect(message).toMatchObject({
    text: 'Half',
    state: 'failed',
    problem: 'said model_failed',
    offersContact: true,
    canAskAgain: true,
  });
});

test('an older copy does not shorten a text that is being streamed', () => {
  const list = apply([], delta('Hello'));
  expect(upsert(list, { ...newMessage('r', 'agent', 'He'), state: 'streaming' })[0]!.text).toBe('Hello');
  expect(upsert(list, newMessage('r', 'agent', 'Hello there'))[0]!.text).toBe('Hello there');
});

test('what was not sent yet stands last, until the server says where it stands', () => {
  const own = (id: string): ShownMessage => ({ ...newMessage(id, 'visitor', id), state: 'queued', isUnplaced: true });
  const said = (id: string, role: Message['role']): ConversationEvent => ({
    event: 'message',
    data: { ...newMessage(id, role, id), id: id as Id },
  });
  const ids = (list: ShownMessage[]) => list.map(({ id }) => id).join(' ');
  const waiting = apply([own('a'), own('b')], said('person', 'operator'));
  expect(ids(waiting)).toBe('person a b');
  const first = apply(waiting, said('a', 'visitor'), said('later', 'operator'));
  expect(ids(first)).toBe('person a later b');
  const owed = { ...newMessage('r', 'agent', ''), state: 'queued' as const };
  // A reply that is owed answers the whole burst, one that is being written what was said before.
  expect(ids(apply([own('a'), owed, own('b')], said('a', 'visitor')))).toBe('a r b');
  expect(ids(apply([newMessage('a', 'visitor', 'a'), owed, own('b')], said('b', 'visitor')))).toBe('a b r');
  expect(ids(apply([newMessage('a', 'visitor', 'a'), owed, own('b')], delta('x'), said('b', 'visitor')))).toBe('a r b');
});
