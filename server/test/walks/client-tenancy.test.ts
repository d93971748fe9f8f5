import { afterAll, describe, expect, test, vi } from 'vitest';
import { amount } from '../harness/amounts.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases, openTestEurope } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { makeClientWorld, walkClients } from './client-walk.ts';
import type { ProcedureName } from './policy-row.ts';
import { makeWorld, namesToWalk } from './tenancy-walk.ts';

/** Who a client is: with the agents of the whole workspace, with every page, or whatever agency the cookie is of. */
const planted = vi.hoisted(() => ({ fault: '' as '' | 'all_agents' | 'all_pages' | 'credits' | 'uncut' }));
vi.mock('../../src/domain/client-sessions/client-sessions.rules.ts', async (original) => {
  const real = await original<typeof import('../../src/domain/client-sessions/client-sessions.rules.ts')>();
  const toActor: typeof real.toActor = (session, client, agentIds, openerMay) => {
    const actor = real.toActor(session, client, agentIds, openerMay);
    if (planted.fault === 'uncut') return { ...actor, openerMay: null };
    if (planted.fault === 'all_pages')
      return { ...actor, pages: real.toActor(session, null, agentIds, openerMay).pages };
    const everything = { includes: () => true } as unknown as readonly never[];
    return planted.fault === 'all_agents' ? { ...actor, agentIds: everything } : actor;
  };
  return { ...real, toActor };
});
vi.mock('../../src/domain/conversations/conversations.policy.ts', async (original) => {
  const real = await original<typeof import('../../src/domain/conversations/conversations.policy.ts')>();
  const isToldCredits: typeof real.isToldCredits = (member) =>
    planted.fault === 'credits' || real.isToldCredits(member);
  return { ...real, isToldCredits };
});

describe.each(await openJourneyDatabases())('clients of agencies on $name', async ({ name, database }) => {
  const host = await startModelServer();
  const europe = await openTestEurope(name);
  const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort }, undefined, europe);
  const world = await makeClientWorld(await makeWorld(api, host.baseURL));
  afterAll(async () => {
    await api.stop();
    await host.close();
  });

  test('planted: a page that was not given, an agent of another org, and what answers cost, are told', async () => {
    const findings = async (fault: typeof planted.fault, name: ProcedureName = 'conversations.get') => {
      planted.fault = fault;
      const walk = await walkClients({ ...world, findings: [] }, [name]);
      planted.fault = '';
      return walk.findings;
    };
    expect(await findings('')).toEqual([]);
    const pages = await findings('all_pages');
    for (const who of ['as a client', 'as the agency as a client'])
      expect(pages).toContainEqual(expect.stringContaining(`${who} without /convos: expected 403`));
    expect(await findings('credits')).toContainEqual(expect.stringContaining('the client: tells what an answer cost'));
    expect(await findings('uncut', 'knowledge.add')).toContainEqual(
      expect.stringContaining('a member who may manage clients alone, as the client: expected 403 (201'),
    );
    const told = await findings('all_agents');
    expect(told).toContainEqual(expect.stringContaining('as the client of another org: expected 404'));
    expect(told).toContainEqual(expect.stringContaining('holds data of an agent that is not theirs'));
  }, 300_000);

  test('every procedure answers every kind of client as the matrix says', async () => {
    const walked = namesToWalk(database);
    const walk = await walkClients(world, walked);
    expect(walk.findings).toEqual([]);
    expect(walk.calls).toBeGreaterThan(amount(4, 2) * walked.length);
    console.info(`${walk.calls} calls over ${walked.length} procedures`);
  }, 900_000);
});
