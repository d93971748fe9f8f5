import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { addText, createAgent, ok, signUp } from '../factories/api-factory.ts';
import { testOf } from '../factories/suite-factory.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { rowsOf } from '../harness/table-catalogue.ts';

const CASES = amount(100, 60);
const AT_ONCE = 4;

// Planted: what a dead worker began stays -> caught here.
test('kill -9 in the middle of a run: another process ends it, each test judged once, and nothing is left of the tries', async () => {
  const { url, database, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  const folder = mkdtempSync(join(tmpdir(), 'suite-runs-'));
  onTestFinished(async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = { DATA_DIR: folder, DATABASE_URL: url };
  const first = await startChildServer(environment);
  const owner = await signUp(first);
  const agentId = await createAgent(first, owner);
  await addText(first, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  const path = `/v2/agents/${agentId}/suite`;
  for (let number = 1; number <= CASES; number += 1)
    ok(await first.call('POST', `${path}/cases`, { caller: owner.key, body: testOf({ title: `Test ${number}` }) }));
  const second = await startChildServer(environment);
  onTestFinished(() => second.kill());

  const { id } = ok(await first.call('POST', `${path}/runs`, { caller: owner.key, body: {} }));
  const results = () =>
    rowsOf<{ verdict: string | null; owner: string | null; tries: number }>(
      database,
      sql`select verdict, lease_owner as owner, jsonb_array_length(said) as tries from suite_results where run_id = ${id}`,
    );
  let mostAtOnce = 0;
  await until(
    async () => {
      const rows = await results();
      mostAtOnce = Math.max(mostAtOnce, rows.filter((row) => row.owner).length);
      return rows;
    },
    (rows) => rows.filter(({ verdict }) => verdict !== null).length >= CASES / 10,
  );
  await first.kill();
  const left = (await results()).filter(({ verdict }) => verdict === null).length;
  expect(left).toBeGreaterThan(0);

  const run = await until(
    async () => ok(await second.call('GET', `${path}/runs/${id}`, { caller: owner.key })),
    ({ state }) => state !== 'running',
    120_000,
  );
  expect(run).toMatchObject({ state: 'done', cases: CASES, done: CASES, passed: CASES });
  const rows = await results();
  expect(rows.every(({ tries, owner: leased }) => tries === 1 && leased === null)).toBe(true);
  expect(mostAtOnce).toBeLessThanOrEqual(AT_ONCE);
  expect(await rowsOf(database, sql`select id from conversations where agent_id = ${agentId}`)).toEqual([]);
}, 300_000);
