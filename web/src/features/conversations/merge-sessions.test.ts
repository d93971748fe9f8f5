import type { Session } from '@antiphon/contract/conversations';
import { expect, it } from 'vitest';
import { mergeSessions } from './merge-sessions.ts';

const session = (id: string, minute: number, messages = 1) =>
  ({ id, messages, lastMessageAt: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() }) as Session;
const seen = (sessions: Session[]) => sessions.map(({ id, messages }) => `${id}${messages}`);

it('new ones come on top, changed ones move up with what is new, each stands once', () => {
  const read = [session('c', 3), session('b', 2), session('a', 1)];
  const newest = [session('a', 5, 2), session('d', 4), session('c', 3)];
  expect(seen(mergeSessions(read, newest))).toEqual(['a2', 'd1', 'c1', 'b1']);
});

it('equal times keep the order of the server', () => {
  expect(seen(mergeSessions([session('b', 1), session('a', 1)], [session('c', 1)]))).toEqual(['c1', 'b1', 'a1']);
});
