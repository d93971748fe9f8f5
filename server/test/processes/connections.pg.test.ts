import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { signUp } from '../factories/api-factory.ts';
import { startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';

/** PostgreSQL's default, less those that it keeps for its administrators. */
const ACCEPTED = 97;

test('four processes that are as busy as they can be fit into the connections that PostgreSQL accepts by default', async () => {
  const { url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 1);
  const folder = mkdtempSync(join(tmpdir(), 'connections-'));
  const server = await startChildServer({ DATA_DIR: folder, DATABASE_URL: url });
  const watcher = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await watcher.connect();
  onTestFinished(async () => {
    await server.kill();
    await watcher.end();
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { caller, uid } = await signUp(server);
  let most = 0;
  const count = async () => {
    const { rows } = await watcher.query('select count(*)::int as n from pg_stat_activity where datname = $1', [
      new URL(url).pathname.slice(1),
    ]);
    most = Math.max(most, rows[0].n);
  };
  const paths = ['/v2/me', `/v2/workspaces/${uid}`, `/v2/workspaces/${uid}/conversations`];
  let isOver = false;
  const calls = Promise.all(
    Array.from({ length: 150 }, (_, at) => server.call('GET', paths[at % paths.length] ?? '', { caller })),
  ).finally(() => {
    isOver = true;
  });
  while (!isOver) await count();
  await calls;
  // The pool for people was full: otherwise this says nothing.
  expect(most).toBeGreaterThanOrEqual(12);
  expect(4 * (most + 1)).toBeLessThanOrEqual(ACCEPTED);
}, 300_000);
