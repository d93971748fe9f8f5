import { newWorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Tx } from '../../src/db/database.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { isPassing } from '../../src/db/passing-errors.ts';
import { amount } from '../harness/amounts.ts';
import { freePort } from '../harness/free-port.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startPgBouncer } from '../harness/start-pgbouncer.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
let pooled: string;

beforeAll(async () => {
  made = await createPostgresDatabase(server, 1);
  pooler = await startPgBouncer(server, { default_pool_size: 3, reserve_pool_size: 0 });
  pooled = pooler.urlOf(made.url);
}, 300_000);

afterAll(async () => {
  await pooler?.stop();
  await made?.drop();
});

const ask = async (url: string, question: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(question)).rows[0];
  } finally {
    await client.end();
  }
};
const refusal = (opening: Promise<unknown>) =>
  opening.then(
    () => 'opened',
    (error: Error) => error.message,
  );

test('a pooler that nobody told of is seen by itself, so that no LISTEN goes through it', async () => {
  expect(await refusal(openPostgres('na', pooled))).toMatch(
    /^A pooler stands before the database.*DATABASE_DIRECT_URL/s,
  );
  expect(await refusal(openPostgres('na', pooled, {}, pooled))).toMatch(/^A pooler stands/);
});

test('without the settings of its role a start ends with what to do, and then begins', async () => {
  // A connection of the pooler that began before the role had them.
  await ask(pooled, 'select 1');
  const said = await refusal(openPostgres('na', pooled, {}, made.url));
  expect(said).toMatch(/statement_timeout is 0/);
  expect(said).toMatch(/alter role "postgres" in database "\w+" set synchronous_commit = 'on'/);
  expect(said).toMatch(/RECONNECT/);
  await pooler.ask('reconnect');
  const database = await openPostgres('na', pooled, {}, made.url);
  await database.close();
  expect(await ask(pooled, 'select current_setting($$statement_timeout$$) as value')).toEqual({ value: '15s' });
});

test('what the pooler says of a database that is away is passing, a setting that it refuses is not', async () => {
  const closed = await startPgBouncer(`postgres://postgres@127.0.0.1:${await freePort()}/postgres`, {
    server_connect_timeout: 1,
    query_wait_timeout: 2,
  });
  const narrow = await startPgBouncer(server, { default_pool_size: 1, reserve_pool_size: 0, query_wait_timeout: 1 });
  onTestFinished(async () => {
    await Promise.all([closed.stop(), narrow.stop()]);
  });
  const failureOf = async (asking: Promise<unknown>) => {
    const error = await asking.then(
      () => new Error('it was answered'),
      (reason: Error) => reason,
    );
    return { message: error.message, isPassing: isPassing(error) };
  };
  for (let tries = 0; tries < 2; tries += 1)
    expect(await failureOf(ask(closed.urlOf(made.url), 'select 1'))).toMatchObject({ isPassing: true });
  const holder = new pg.Client({ connectionString: narrow.urlOf(made.url) });
  holder.on('error', () => {});
  await holder.connect();
  const { rows } = await holder
    .query('begin; select pg_backend_pid() as pid')
    .then((all) => (all as unknown as { rows: { pid: number }[] }[])[1]!);
  expect(await failureOf(ask(narrow.urlOf(made.url), 'select 1'))).toEqual({
    message: 'query_wait_timeout',
    isPassing: true,
  });
  const broken = failureOf(holder.query('select pg_sleep(30)'));
  await ask(made.url, `select pg_terminate_backend(${rows[0]?.pid})`);
  expect(await broken).toMatchObject({ isPassing: true });
  const options = new pg.Client({ connectionString: pooled, options: '-c statement_timeout=1s' });
  expect(await failureOf(options.connect())).toEqual({
    message: 'unsupported startup parameter: options',
    isPassing: false,
  });
});

test('transactions and calls of many tenants share few connections, and none sees the scope of another', async () => {
  await pooler.ask('reconnect');
  const [one, other] = await Promise.all([1, 2].map(() => openPostgres('na', pooled, { visitors: 8 }, made.url)));
  if (!one || !other) throw new Error('two processes');
  const scopeOf = async (tx: Tx) => {
    const { rows } = (await tx.execute(
      sql`select current_user as role, current_setting('app.workspace_uid') as uid, pg_backend_pid() as pid`,
    )) as unknown as { rows: [{ role: string; uid: string; pid: number }] };
    return rows[0];
  };
  await one.unscoped.execute(sql`create function scope_of_now(uid text, of text) returns json language plpgsql as
    $$ begin return json_build_array(current_user, current_setting('app.workspace_uid'), uid, of, pg_backend_pid()); end $$`);
  await one.unscoped.execute(sql`grant execute on function scope_of_now to app_tenant, app_system`);
  const pids = new Set<unknown>();
  const work = async (at: number) => {
    const database = [one, other][at % 2]!;
    const uid = newWorkspaceUid();
    const scope = makeScope(uid);
    const seen = await database
      .transaction(scope, async (tx) => {
        const first = await scopeOf(tx);
        if (at % 3 === 0) throw new Error('undone');
        expect(await scopeOf(tx)).toEqual(first);
        return first;
      })
      .catch((error: Error) => error.message);
    if (typeof seen !== 'string') {
      expect(seen).toMatchObject({ role: 'app_tenant', uid });
      pids.add(seen.pid);
    } else expect(seen).toBe('undone');
    const called = await database.call<unknown[]>(scope, 'scope_of_now', [String(at)]);
    expect(called.slice(0, 4)).toEqual(['app_tenant', uid, uid, String(at)]);
  };
  await Promise.all(Array.from({ length: amount(3_000, 300) }, (_, at) => work(at)));
  expect(pids.size).toBeGreaterThan(1);
  expect(pids.size).toBeLessThanOrEqual(3);
  for (let round = 0; round < 6; round += 1)
    expect(
      await ask(pooled, `select current_user as role, coalesce(current_setting('app.workspace_uid', true), '') as uid`),
    ).toEqual({ role: 'postgres', uid: '' });
  await Promise.all([one.close(), other.close()]);
}, 300_000);
