import { expect, test } from 'vitest';
import { namedIn } from './named-in.ts';
import { SentInput } from './sent-input.ts';

const asked = (params: Record<string, unknown>, query: Record<string, unknown> = {}) =>
  new SentInput({ params, isBodiless: true, readAll: async () => ({ ...query, ...params }) });
const sent = (params: Record<string, unknown>) =>
  new SentInput({ params, isBodiless: false, readAll: () => Promise.reject(new Error('the body was read')) });

test.each([
  ['the path', asked({ id: 'theirs' }), 'agent', 'theirs'],
  ['the path, whatever the query says', asked({ id: 'theirs' }, { agentId: 'mine', id: 'mine' }), 'agent', 'theirs'],
  ['the path, without a look at the body', sent({ id: 'theirs' }), 'agent', 'theirs'],
  ['nothing, and the body is not looked at', sent({}), 'agent', null],
  ['a filter', asked({ uid: 'w' }, { agentId: 'mine' }), 'list', 'mine'],
  ['an id that is no agent', asked({ id: 'thing' }), 'list', null],
  ['a list', asked({ id: ['theirs'] }), 'agent', null],
] as const)('the agent is named by %s', async (_what, input, of, agentId) => {
  expect((await namedIn(input, of)).agentId).toBe(agentId);
});

test('the conversation is the path’s', async () => {
  const named = await namedIn(sent({ uid: 'w', conversationId: 'theirs' }), 'conversation');
  expect(named).toMatchObject({ uid: 'w', conversationId: 'theirs' });
  expect((await namedIn(sent({ id: 'one' }), 'conversation')).conversationId).toBe('one');
});
