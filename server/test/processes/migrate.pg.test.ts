import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { amount } from '../harness/amounts.ts';
import { runToItsEnd } from '../harness/child-server.ts';
import { freePort } from '../harness/free-port.ts';
import { startCaddy } from '../harness/start-caddy.ts';
import { startPgBouncer } from '../harness/start-pgbouncer.ts';

const server = process.env.TEST_DATABASE_URL ?? '';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty one. */
async function createDatabase() {
  const url = new URL(server);
  url.pathname = `/migrate_${Math.random().toString(36).slice(2, 10)}`;
  const run = async (where: string, text: string) => {
    const client = new pg.Client({ connectionString: where });
    await client.connect();
    return client.query<{ count: number }>(text).finally(() => client.end());
  };
  await run(server, `create database ${url.pathname.slice(1)}`);
  onTestFinished(async () => {
    await run(server, `drop database ${url.pathname.slice(1)} with (force)`);
  });
  const count = async (text: string) =>
    (await run(url.href, `select count(*)::int as count from ${text}`)).rows[0]?.count;
  return { url: url.href, count };
}

const WAYS = ['itself', 'a pooler'] as const;

test.each(WAYS.slice(0, amount(WAYS.length, 1)))(
  'ROLE=migrate makes what %s lacks, serves nothing, and ends',
  async (way) => {
    const { url, count } = await createDatabase();
    const pooler = way === 'a pooler' ? await startPgBouncer(server) : null;
    onTestFinished(() => pooler?.stop());
    const environment: Record<string, string> = {
      ROLE: 'migrate',
      DATA_DIR: makeFolder(),
      ...(pooler
        ? { DATABASE_URL: pooler.urlOf(url), DATABASE_DIRECT_URL: url, DATABASE_POOLER: 'transaction' }
        : { DATABASE_URL: url }),
    };
    expect(await runToItsEnd(environment)).toEqual({ code: 0, output: '' });
    const made = await count('drizzle.__drizzle_migrations');
    expect(made).toBeGreaterThan(100);
    // No jobs are made here, and a process that comes then has nothing left to make.
    expect(await count(`pg_namespace where nspname = 'pgboss'`)).toBe(0);
    expect((await runToItsEnd(environment)).code).toBe(0);
    expect(await count('drizzle.__drizzle_migrations')).toBe(made);
  },
  120_000,
);

test('without a database that others share it ends with a sentence', async () => {
  const { code, output } = await runToItsEnd({ ROLE: 'migrate', DATA_DIR: makeFolder() });
  expect(code).toBe(1);
  expect(output).toContain('ROLE=migrate needs DATABASE_URL');
}, 60_000);

test('a proxy that knows the processes by a name finds one that came anew', async () => {
  const port = await freePort();
  const web = createServer((_request, response) => response.end());
  await once(web.listen(port), 'listening');
  const proxy = await startCaddy({ origins: [`http://localhost:${port}`], byName: true });
  onTestFinished(() => proxy.stop());
  web.closeAllConnections();
  await once(web.close(), 'close');
  // Longer than a process that refused is passed by, shorter than a request waits for another.
  const waiting = fetch(`${proxy.origin}/livez`);
  await setTimeout(2_500);
  await once(web.listen(port), 'listening');
  onTestFinished(() => {
    web.closeAllConnections();
    web.close();
  });
  expect((await waiting).status).toBe(200);
  expect((await fetch(`${proxy.origin}/readyz`)).status).toBe(200);
}, 60_000);
