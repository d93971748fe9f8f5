import { expect, test } from 'vitest';
import { namedIn, type Route } from './named-in.ts';

const ofAgent: Route = { path: '/v2/agents/{id}/knowledge' };
const ofConversation: Route = { path: '/v2/workspaces/{uid}/inbox/{conversationId}/notes' };
const detailed: Route = { path: '/v2/agents/{id}/things', inputStructure: 'detailed' };

test.each([
  // What the library hands on of a path is beside the query's or body's fields, and wins.
  ['the path', ofAgent, 'agent', { id: 'theirs' }, 'theirs'],
  ['an agentId beside it', ofAgent, 'agent', { id: 'theirs', agentId: 'mine' }, 'theirs'],
  ['a body that holds params', ofAgent, 'agent', { id: 'theirs', params: { id: 'mine' } }, 'theirs'],
  ['a detailed path', detailed, 'agent', { params: { id: 'theirs' }, query: { id: 'mine' } }, 'theirs'],
  ['a detailed path that is missing', detailed, 'agent', { params: {}, body: { id: 'mine' } }, null],
  ['a filter', { path: '/v2/workspaces/{uid}/inbox' }, 'list', { uid: 'w', agentId: 'mine' }, 'mine'],
  ['an id that is no agent', { path: '/v2/workspaces/{uid}/things/{id}' }, 'list', { id: 'thing' }, null],
  ['a list', ofAgent, 'agent', { id: ['theirs'] }, null],
] as const)('the agent is named by %s', (_what, route, of, input, agentId) => {
  expect(namedIn(route, of, input).agentId).toBe(agentId);
});

test('the conversation is the path’s, whatever a message of the body is called', () => {
  const input = { uid: 'w', conversationId: 'theirs', id: 'a-message', params: { conversationId: 'mine' } };
  expect(namedIn(ofConversation, 'conversation', input)).toMatchObject({ uid: 'w', conversationId: 'theirs' });
  expect(namedIn({ path: '/v2/conversations/{id}' }, 'conversation', { id: 'one' }).conversationId).toBe('one');
});
