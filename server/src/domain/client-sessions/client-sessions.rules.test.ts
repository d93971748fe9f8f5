import type { AgentId, ClientId, OrgId } from '@antiphon/contract/ids';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import { describe, expect, test } from 'vitest';
import {
  blockOf,
  hashCode,
  isOver,
  lifeOf,
  mayReplacePassword,
  mustChange,
  type SessionFacts,
  toActor,
} from './client-sessions.rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const DAY = 24 * 60;
const session = (facts: Partial<SessionFacts> = {}): SessionFacts => ({
  way: 'password',
  sessionVersion: 1,
  openedBy: null,
  createdAt: ago(1),
  lastUsedAt: ago(1),
  expiresAt: ago(-1),
  ...facts,
});
const agents = ['agt_1' as AgentId];
const client = {
  id: 'c' as ClientId,
  orgId: 'org_1' as OrgId,
  sessionVersion: 1,
  hasChangedPassword: true,
  canAccess: ['/leads', '/home', '/campaigns'] as const,
  clientTabOrder: ['/leads', '/home'] as const,
  isOrgAdmin: false,
  allowCreateAgents: false,
};

describe('a session', () => {
  test.each([
    ['30 days for a person', 'password', 30 * DAY],
    ['30 days by mail', 'link', 30 * DAY],
    ['half an hour for the agency', 'opening', 30],
    ['half an hour for its key', 'agency_secret', 30],
  ] as const)('lives %s', (_what, way, minutes) => expect(lifeOf(way)).toBe(minutes * 60_000));

  test.each([
    ['used yesterday', { lastUsedAt: ago(DAY) }, false],
    ['unused for 14 days', { lastUsedAt: ago(14 * DAY) }, false],
    ['unused for longer', { lastUsedAt: ago(14 * DAY + 1) }, true],
    ['past its end', { expiresAt: now }, true],
  ])('%s', (_what, facts, expected) => expect(isOver(session(facts), now)).toBe(expected));
});

describe('a password', () => {
  test.each([
    ['the first one, by which they came', 'password', false, true],
    ['the first one, which they never saw', 'code', false, false],
    ['their own', 'password', true, false],
    ['the first one, behind the agency', 'opening', false, false],
  ] as const)('%s must be changed: %s %s', (_what, way, hasChangedPassword, expected) =>
    expect(mustChange({ way }, { hasChangedPassword })).toBe(expected),
  );

  test.each([
    ['a first password', session({ createdAt: ago(60) }), false, true],
    ['a code of just now', session({ way: 'code', createdAt: ago(14) }), true, true],
    ['a code of longer ago', session({ way: 'code', createdAt: ago(15) }), true, false],
    ['their own password', session(), true, false],
  ])('after %s', (_what, facts, hasChangedPassword, expected) =>
    expect(mayReplacePassword(facts, { hasChangedPassword }, now)).toBe(expected),
  );
});

describe('who it is', () => {
  test('a client has the pages they were given, in their order', () =>
    expect(toActor(session(), client, agents, null)).toEqual({
      clientId: 'c',
      orgId: 'org_1',
      agentIds: agents,
      pages: ['/leads', '/home', '/campaigns'],
      isOrgAdmin: false,
      allowCreateAgents: false,
      openedBy: null,
      openerMay: null,
    }));

  test.each([{}, { isOrgAdmin: true, allowCreateAgents: true }])(
    'the agency in their place is shown the same, and may do no more: %j',
    (may) => {
      const their = toActor(session(), { ...client, ...may }, agents, null);
      const ours = toActor(session({ way: 'opening', openedBy: 'key' }), { ...client, ...may }, agents, PERMISSIONS);
      expect(ours).toEqual({ ...their, openedBy: 'key', openerMay: PERMISSIONS });
    },
  );

  test('the agency’s key is of no org, and has all pages there are', () => {
    const actor = toActor(session({ way: 'agency_secret', openedBy: 'agency-secret' }), null, agents, PERMISSIONS);
    expect(actor).toMatchObject({ clientId: 'admin', orgId: '', isOrgAdmin: false });
    expect(actor.pages).toContain('/kb');
    expect(actor.pages).toContain('/campaigns');
  });
});

describe('who is kept out', () => {
  const on = { disableClientAccess: true, disableClientAccessMessage: 'Back on Monday.' };
  const off = { ...on, disableClientAccess: false };
  const general = 'Access is currently disabled. Pleas contact your provider!';
  test.each([
    ['nobody', null, off, agents, null],
    ['a client, in the org’s words', null, on, agents, 'Back on Monday.'],
    ['a client, where it has none', null, { ...on, disableClientAccessMessage: ' ' }, agents, general],
    ['a client without agents, whatever words there are', null, off, [], general],
    ['not the agency', 'key', on, agents, null],
    ['the agency where there is nothing', 'key', on, [], general],
  ])('%s', (_what, openedBy, settings, agentIds, message) =>
    expect(blockOf({ openedBy }, settings, agentIds)?.message ?? null).toBe(message),
  );
});

test('the hash of a code is not that of another client or another key', () => {
  const hashes = [
    hashCode('key', 'one' as ClientId, '123456'),
    hashCode('key', 'two' as ClientId, '123456'),
    hashCode('other', 'one' as ClientId, '123456'),
  ];
  expect(new Set(hashes).size).toBe(3);
});
