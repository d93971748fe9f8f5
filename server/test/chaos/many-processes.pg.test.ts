import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { signUp } from '../factories/api-factory.ts';
import { amount } from '../harness/amounts.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startNats } from '../harness/start-nats.ts';
import { startPgBouncer } from '../harness/start-pgbouncer.ts';

/** A third of them do jobs, which go past the pooler. */
const PROCESSES = amount(30, 3);
const POOL = { default_pool_size: amount(60, 6), reserve_pool_size: amount(10, 2) };
const WORKERS = PROCESSES / 3;
/** Of the queue: three, and one that listens. */
const PAST_THE_POOLER = 4;
const MOST = POOL.default_pool_size + POOL.reserve_pool_size + WORKERS * PAST_THE_POOLER;

test(`${PROCESSES} processes that are busy take at most ${MOST} connections of PostgreSQL, and answer everybody`, async () => {
  const server = process.env.TEST_DATABASE_URL ?? '';
  const { url, drop } = await createPostgresDatabase(server, 1);
  const folder = mkdtempSync(join(tmpdir(), 'many-'));
  const [pooler, nats] = [await startPgBouncer(server, POOL), await startNats()];
  const watcher = new pg.Client({ connectionString: server });
  await watcher.connect();
  const processes: ChildServer[] = [];
  onTestFinished(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    await Promise.all([watcher.end(), pooler.stop(), nats.stop()]);
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = {
    ...{ DATA_DIR: folder, DATABASE_POOLER: 'transaction', DATABASE_DIRECT_URL: url, DATABASE_URL: pooler.urlOf(url) },
    BROKER_URL: nats.urlOf('na'),
  };
  for (let at = 0; at < PROCESSES; at += 1)
    processes.push(await startChildServer({ ...environment, ROLE: at < WORKERS ? 'all' : 'web' }));
  const { caller, uid } = await signUp(processes[0]!);
  let most = 0;
  let isOver = false;
  const count = async () => {
    const { rows } = await watcher.query(
      `select count(*)::int as n from pg_stat_activity where datname = $1 and backend_type = 'client backend'`,
      [new URL(url).pathname.slice(1)],
    );
    most = Math.max(most, rows[0].n);
  };
  const paths = ['/v2/me', `/v2/workspaces/${uid}`, `/v2/workspaces/${uid}/conversations`];
  const calls = Promise.all(
    processes.flatMap((one) =>
      Array.from({ length: 60 }, (_, at) => one.call('GET', paths[at % paths.length] ?? '', { caller })),
    ),
  ).finally(() => {
    isOver = true;
  });
  while (!isOver) await count();
  for (const { status } of await calls) expect(status).toBe(200);
  // The pooler was full: otherwise this says nothing.
  expect(most).toBeGreaterThanOrEqual(POOL.default_pool_size);
  expect(most).toBeLessThanOrEqual(MOST);
}, 600_000);
