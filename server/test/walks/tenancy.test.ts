import type { AgentId } from '@antiphon/contract/ids';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { agents } from '../../src/db/schema/agents.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases, openTestEurope } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { findMissingRows } from './policy-matrix.ts';
import { makeWorld, namesToWalk, walkTenancy } from './tenancy-walk.ts';

/** The reading of an agent: without its workspace in the WHERE clause, or without row-level security, or both. */
const planted = vi.hoisted(() => ({ dropsWhere: false, dropsRole: false }));
vi.mock('../../src/domain/agents/agents.queries.ts', async (original) => {
  const real = await original<typeof import('../../src/domain/agents/agents.queries.ts')>();
  const findAgent: typeof real.findAgent = async (tx, scope, id) => {
    if (planted.dropsRole) await tx.execute(sql`select set_config('role', 'app_system', true)`);
    if (!planted.dropsWhere) return real.findAgent(tx, scope, id);
    const [owner] = await tx
      .select({ workspaceUid: agents.workspaceUid })
      .from(agents)
      .where(and(eq(agents.id, id as AgentId), isNull(agents.deletedAt)));
    return owner ? real.findAgent(tx, { ...scope, ...owner }, id) : null;
  };
  return { ...real, findAgent };
});

test('the policy matrix has a row for every procedure of the contract, and none besides', () => {
  expect(findMissingRows()).toEqual([]);
});

describe.each(await openJourneyDatabases())('tenants on $name', async ({ name, database }) => {
  const host = await startModelServer();
  const europe = await openTestEurope(name);
  const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort }, undefined, europe);
  const world = await makeWorld(api, host.baseURL);
  afterAll(async () => {
    await api.stop();
    await host.close();
  });

  test('planted: with one scope dropped, row-level security or the WHERE clause still holds; with both, the walk tells', async () => {
    const findings = async (faults: Partial<typeof planted>) => {
      Object.assign(planted, { dropsWhere: false, dropsRole: false }, faults);
      const walk = await walkTenancy({ ...world, findings: [] }, ['agents.get']);
      Object.assign(planted, { dropsWhere: false, dropsRole: false });
      return walk.findings;
    };
    expect(await findings({ dropsWhere: true })).toEqual([]);
    expect(await findings({ dropsRole: true })).toEqual([]);
    const told = await findings({ dropsWhere: true, dropsRole: true });
    expect(told).toContainEqual(expect.stringContaining("agents.get as another tenant's key: expected 404"));
    expect(told).toContainEqual(expect.stringContaining("holds the tenant's own data"));
  }, 300_000);

  test('every procedure answers every role as the matrix says, and nobody reaches what is another tenant’s', async () => {
    const walked = namesToWalk(database);
    const walk = await walkTenancy(world, walked);
    expect(walk.findings).toEqual([]);
    expect(walk.calls).toBeGreaterThan(amount(8, 5) * walked.length);
    console.info(`${walk.calls} calls over ${walked.length} procedures`);
  }, 900_000);
});
