import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '@antiphon/contract/ids';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addText,
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { fetchFrom, originFor, until } from '../harness/api.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { type PostgresServer, startPostgresServer } from '../harness/postgres-server.ts';

/** Europe's database stands on a server of its own, which is killed and started; North America's stays. */
let europe: PostgresServer;
let america: Awaited<ReturnType<typeof createPostgresDatabase>>;
let environment: Record<string, string>;
let server: ChildServer | undefined;
const folder = mkdtempSync(join(tmpdir(), 'fate-'));

beforeAll(async () => {
  america = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 2);
  europe = await startPostgresServer({ fsync: 'off' });
  environment = {
    DATA_DIR: folder,
    DATABASE_URL_NA: america.url,
    DATABASE_URL_EU: europe.url,
    REGIONS: 'na,eu',
    LOG_LEVEL: 'silent',
  };
}, 300_000);

afterAll(async () => {
  await server?.kill();
  await europe?.stop();
  await america?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const readiness = async (one: ChildServer) => {
  const response = await fetch(`${one.origin}/readyz`);
  const { regions } = (await response.json()) as { regions: Record<string, string> };
  return { status: response.status, regions };
};
const open = (one: ChildServer, host: string) =>
  fetchFrom(`${originFor(one.origin, { host })}/login`, {}).then(({ status }) => status);

async function makeAgency(one: ChildServer, region = 'na') {
  const owner = await signUp(one, { region });
  const { caller, uid } = owner;
  ok(await one.call('POST', '/rpc/activateWhitelabelTrial', { caller, body: { uid }, region }));
  const claim = (host: string) =>
    one.call('POST', '/hosting/custom-domain', {
      caller,
      region,
      body: { uid, customDomain: host, isVGSubdomain: true },
    });
  return { owner, claim };
}

/** Everything of North America that a person or a visitor may want. */
async function liveADay(one: ChildServer) {
  const { owner, claim } = await makeAgency(one);
  const host = `${randomText(10).toLowerCase()}.localhost`;
  ok(await claim(host));
  const agentId = await createAgent(one, owner);
  await addText(one, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(one, owner, agentId);
  const chat = await startChat(one, agentId);
  ok(await send(one, chat, 'What does an electric bike cost?'));
  const messages = await settledMessages(one, owner, chat);
  expect(messages.at(-1)).toMatchObject({ role: 'agent', state: 'complete' });
  expect(await open(one, host)).not.toBe(503);
  return host;
}

test('a region that is down at the start or in the middle takes nothing of the other with it, and comes back by itself', async () => {
  await europe.crash();
  server = await startChildServer(environment);
  const one = server;
  expect(await readiness(one)).toMatchObject({ status: 200, regions: { na: 'ok', eu: 'down' } });
  const host = await liveADay(one);
  const refused = await one.call('GET', '/v2/me', { region: 'eu' });
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  // Nobody's page would be wrong: the host may be Europe's.
  expect(await open(one, 'nobody-here.localhost')).toBe(503);

  await europe.restart();
  await until(
    () => readiness(one),
    ({ regions }) => regions.eu === 'ok',
    40_000,
  );
  const there = await makeAgency(one, 'eu');
  const europeanHost = `${randomText(10).toLowerCase()}.localhost`;
  ok(await there.claim(europeanHost));
  expect((await there.claim(host)).body.code).toBe('domain_taken');
  expect(await open(one, 'nobody-here.localhost')).toBe(404);

  await europe.crash();
  await liveADay(one);
  expect(await readiness(one)).toMatchObject({ status: 200, regions: { na: 'ok', eu: 'down' } });
  const me = { caller: there.owner.caller, region: 'eu' };
  expect((await one.call('GET', '/v2/me', me)).status).toBe(503);
  expect(await open(one, host)).not.toBe(503);

  await europe.restart();
  await until(
    () => one.call('GET', '/v2/me', me),
    ({ status }) => status === 200,
    20_000,
  );
  expect(await open(one, europeanHost)).not.toBe(503);
  await server.stop();
}, 300_000);

test('of 50 claims of one host at once, in processes that serve one region each, one wins', async () => {
  const regions = ['na', 'eu'] as const;
  const processes = await Promise.all(
    regions.map((REGIONS) => startChildServer({ ...environment, REGIONS, DATA_DIR: join(folder, REGIONS) })),
  );
  try {
    const agencies = (
      await Promise.all(
        regions.map(async (region, at) => {
          const made = [];
          for (let n = 0; n < 3; n += 1) made.push(await makeAgency(processes[at] as ChildServer, region));
          return made;
        }),
      )
    ).flat();
    for (let round = 0; round < 4; round += 1) {
      const host = `${randomText(10).toLowerCase()}.localhost`;
      // Mixed: whoever comes first is not always of the same region.
      const claims = Array.from({ length: 50 }, (_, at) => agencies[(at * 5 + round) % agencies.length]);
      const answers = await Promise.all(claims.map((agency) => agency?.claim(host)));
      const statuses = answers.map((answer) => answer?.status);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      const winners = new Set(claims.filter((_, at) => statuses[at] === 200));
      expect(winners.size).toBe(1);
      expect((await hostsOf(america.url, host)) + (await hostsOf(europe.url, host))).toBe(1);
    }
  } finally {
    await Promise.all(processes.map((one) => one.kill()));
  }
}, 300_000);

async function hostsOf(connectionString: string, host: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('select count(*)::int as n from agency_hosts where host = $1', [host]);
  await client.end();
  return rows[0].n;
}
