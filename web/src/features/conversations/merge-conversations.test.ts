import type { Conversation } from '@antiphon/contract/conversations';
import { expect, it } from 'vitest';
import { mergeConversations } from './merge-conversations.ts';

const conversation = (id: string, minute: number, messages = 1) =>
  ({ id, messages, lastMessageAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() }) as Conversation;
const seen = (conversations: Conversation[]) => conversations.map(({ id, messages }) => `${id}${messages}`);

it('new ones come on top, changed ones move up with what is new, each stands once', () => {
  const read = [conversation('c', 3), conversation('b', 2), conversation('a', 1)];
  const newest = [conversation('a', 5, 2), conversation('d', 4), conversation('c', 3)];
  expect(seen(mergeConversations(read, newest))).toEqual(['a2', 'd1', 'c1', 'b1']);
});

it('equal times keep the order of the server', () => {
  expect(seen(mergeConversations([conversation('b', 1), conversation('a', 1)], [conversation('c', 1)]))).toEqual([
    'c1',
    'b1',
    'a1',
  ]);
});
