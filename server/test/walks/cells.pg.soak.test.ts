import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { runMoveCommand } from '../../src/app-cells.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi } from '../harness/api.ts';
import { openTestEurope } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { policyMatrix } from './policy-matrix.ts';
import type { ProcedureName } from './policy-row.ts';
import { makeWorld, walkTenancy } from './tenancy-walk.ts';

const make = () => createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 8);
const [one, two] = [await make(), await make()];
const host = await startModelServer();
const environment = { DATABASE_URL: one.url, CELL_URLS: `two=${two.url}`, OUTBOUND_ALLOW: host.hostAndPort };
const api = await startTestApi(one.database, environment, undefined, await openTestEurope('postgres'));
afterAll(async () => {
  await api.stop();
  await host.close();
  for (const { drop } of [one, two]) await drop();
});

const move = (uid: string) =>
  runMoveCommand({ ...environment, NODE_ENV: 'test', SECRET_KEY: 'x'.repeat(40) }, ['--workspace', uid, '--to', 'two']);

/** But what is about a further workspace, which is made in the first cell. */
const names = (Object.keys(policyMatrix) as ProcedureName[]).filter((name) => {
  const { isOnce, workspace } = policyMatrix[name];
  return isOnce !== 'further' && workspace === undefined;
});
const nounOf = (name: string) => name.split('.')[0] ?? '';
const nouns = [...new Set(names.map(nounOf))];
/** Every one of them in the long run. Those of one noun stay together: some make what others use. */
const part = (which: number) =>
  names.filter((name) => nouns.indexOf(nounOf(name)) % amount(1, 8) === which % amount(1, 8));

test('of two tenants in two cells nobody reaches what is the other’s', async () => {
  const world = await makeWorld(api, host.baseURL);
  await move(world.other.uid);
  const apart = await walkTenancy(world, part(0));
  expect(apart.findings).toEqual([]);
}, 900_000);

test('in the second cell every procedure answers every role as in the first', async () => {
  const world = await makeWorld(api, host.baseURL);
  const { own, member } = world;
  // People of a workspace move with it.
  await one.database.unscoped.execute(
    sql`insert into workspace_members (workspace_uid, user_id, permissions) values (${own.uid}, ${member.uid}, '[]')
      on conflict do nothing`,
  );
  await move(own.uid);
  const moved = await walkTenancy({ ...world, api: { ...api, database: two.database } }, part(1));
  expect(moved.findings).toEqual([]);
}, 900_000);
