import { describe, expect, it, test } from 'vitest';
import { leadsToNewAgent, safeRedirect } from './safe-redirect.ts';

it.each([
  ['/app/na/usage?agentId=a', '/app/na/usage?agentId=a'],
  ['/app/eu', '/app/eu'],
  [
    '/no-auth/workspaces/abc/invite?secret=s&email=a%40example.com',
    '/no-auth/workspaces/abc/invite?secret=s&email=a%40example.com',
  ],
  ['/verify-email?region=eu', '/verify-email?region=eu'],
  ['/verify-email.example.com', '/app/na/agents'],
  ['https://evil.example.com/app/na', '/app/na/agents'],
  ['//evil.example.com', '/app/na/agents'],
  ['/\\evil.example.com', '/app/na/agents'],
  ['/application', '/app/na/agents'],
  [undefined, '/app/na/agents'],
])('after the sign-in, %s leads to %s: never to another site', (target, expected) => {
  expect(safeRedirect(target, 'na')).toBe(expected);
});

describe('who wanted to create an agent', () => {
  test.each([
    ['/app/na/agents/new', true],
    ['/app/eu/agents/new?from=text', true],
    ['/app/na/agents', false],
    ['/app/na/agents/newt', false],
    ['/app/na/agents/agt_1/new', false],
    [undefined, false],
  ])('%s: %s', (target, leads) => expect(leadsToNewAgent(target)).toBe(leads));
});
