import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { amount } from '../harness/amounts.ts';
import { startTestApi } from '../harness/api.ts';
import { openTestPostgres } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { policyMatrix } from './policy-matrix.ts';
import type { ProcedureName } from './policy-row.ts';
import { makeWorld } from './tenancy-walk.ts';
import { makeYear } from './year.ts';
import { findSlow, OF_LARGE, walkYear } from './year-walk.ts';

/** Enough rows to tell tables that grow from those that do not. */
const SIZE = { workspaces: 10, conversations: 1_000, messages: 6_000, events: 2_000 };
const ROWS_MIN = 250;

/** What a call uses up takes longer to make than the call: those are left to the long run. */
const names = (Object.keys(policyMatrix) as ProcedureName[]).filter(
  (name) => amount(1, 0) === 1 || policyMatrix[name].isOnce === undefined || OF_LARGE.includes(name),
);

describe('a year of data, in small', async () => {
  // One connection of each kind, so that what they counted can be asked for.
  const database = await openTestPostgres(1);
  const host = await startModelServer();
  const api = await startTestApi(database, {
    OUTBOUND_ALLOW: host.hostAndPort,
    OUTBOUND_ALLOW_SITES: host.hostAndPort,
  });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  const world = await makeWorld(api, host.baseURL);
  await makeYear(database, world.own, SIZE);
  // A small table is read whole because that is quicker. Not here: only where no index serves.
  await database.unscoped.execute(sql`
    do $$ begin execute format('alter database %I set enable_seqscan = off', current_database()); end $$`);
  await database.unscoped.execute(sql`set enable_seqscan = off`);

  test('no call reads a table whole that grows', async () => {
    const calls = await walkYear(world, names, ROWS_MIN);
    expect(findSlow(calls, Number.POSITIVE_INFINITY)).toEqual([]);
    expect(calls.length).toBeGreaterThan(100);
  }, 300_000);

  test('planted: one index dropped', async () => {
    await database.unscoped.execute(sql`alter table sessions drop constraint sessions_token_key`);
    const calls = await walkYear(world, ['agents.list'], ROWS_MIN);
    expect(findSlow(calls, Number.POSITIVE_INFINITY)).toEqual(['agents.list reads sessions whole']);
  });
});
