import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { newWorkspaceUid, type WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeMetrics, meterDatabase } from '../../src/app-metrics.ts';
import type { Database } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import type { Missed } from '../../src/db/replica-reads.ts';
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
import { startTestApi } from '../harness/api.ts';
import {
  type PostgresServer,
  programOfPostgres,
  startPostgresServer,
  unprivilegedUser,
} from '../harness/postgres-server.ts';

let primary: PostgresServer;
let replica: PostgresServer;
let database: Database;
const missed: Missed[] = [];
const ask = async (server: PostgresServer, text: string) => {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  return client.query(text).finally(() => client.end());
};
const system = makeSystemScope('job');
/** Which of the two answers. */
const whoReads = (reader = database.reader) =>
  reader.transaction(system, async (tx) => {
    const { rows } = (await tx.execute(sql`select pg_is_in_recovery() as "isReplica"`)) as unknown as {
      rows: { isReplica: boolean }[];
    };
    return rows[0]?.isReplica ? 'replica' : 'primary';
  });

const open = (readUrl: string) =>
  openPostgres('na', primary.url, {}, null, { url: readUrl, onMissed: (why) => void missed.push(why) });

beforeAll(async () => {
  primary = await startPostgresServer({ fsync: 'off' });
  // With the tables there, so that the copy has them.
  database = await open(primary.url);
  await database.close();
  replica = await startPostgresServer({ max_standby_streaming_delay: '0' }, (data) => {
    const where = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres', '-D', data];
    execFileSync(programOfPostgres('pg_basebackup'), [...where, '-R', '-c', 'fast', '-X', 'stream'], {
      ...unprivilegedUser(),
      cwd: '/',
    });
  });
}, 120_000);
afterAll(async () => {
  await replica?.stop();
  await primary?.stop();
});
beforeEach(async () => {
  database = await open(replica.url);
  missed.length = 0;
  onTestFinished(() => database.close());
});

test('whoever reads finds what they wrote before, in the replica', async () => {
  // As one that is busy, or far away.
  const delay = async (time: string) => {
    await ask(replica, `alter system set recovery_min_apply_delay = '${time}'`);
    await ask(replica, 'select pg_reload_conf()');
  };
  await delay('100ms');
  onTestFinished(() => delay('0'));
  await ask(primary, 'create table if not exists noted (n int); grant select on noted to app_system');
  for (let n = 1; n <= 20; n += 1) {
    await ask(primary, `insert into noted values (${n})`);
    const { rows } = (await database.reader.transaction(system, (tx) =>
      tx.execute(sql`select count(*)::int as n, pg_is_in_recovery() as "isReplica" from noted`),
    )) as unknown as { rows: { n: number; isReplica: boolean }[] };
    expect(rows).toEqual([{ n, isReplica: true }]);
  }
  expect(missed).toEqual([]);
});

test('one that stands still is passed by, for a while without being asked, and found again', async () => {
  await ask(replica, 'select pg_wal_replay_pause()');
  onTestFinished(() => void ask(replica, 'select pg_wal_replay_resume()'));
  await ask(
    primary,
    'create table if not exists stood (n int); grant select on stood to app_system; insert into stood values (1)',
  );
  const count = async () =>
    (
      (await database.reader.transaction(system, (tx) =>
        tx.execute(sql`select count(*)::int as n from stood`),
      )) as unknown as {
        rows: { n: number }[];
      }
    ).rows[0]?.n;
  expect(await count()).toBe(1);
  const begun = performance.now();
  expect(await count()).toBe(1);
  expect(performance.now() - begun).toBeLessThan(500);
  expect(missed).toEqual(['behind']);
  await ask(replica, 'select pg_wal_replay_resume()');
  await wait(10_000);
  expect(await whoReads()).toBe('replica');
}, 60_000);

test('one that is gone is passed by, and costs nobody their report', async () => {
  await replica.crash();
  expect([await whoReads(), await whoReads()]).toEqual(['primary', 'primary']);
  expect(missed).toEqual(['away']);
  await replica.restart();
}, 60_000);

test('one that breaks off in the middle is passed by', async () => {
  let runs = 0;
  const read = database.reader.transaction(system, async (tx) => {
    runs += 1;
    if (runs === 1) {
      await replica.crash();
      await replica.restart();
    }
    const { rows } = await tx.execute(sql`select 1 as one`);
    return rows;
  });
  expect(await read).toEqual([{ one: 1 }]);
  expect({ runs, missed }).toEqual({ runs: 2, missed: ['away'] });
}, 60_000);

test('a query that it has to end is asked of the primary', async () => {
  await ask(
    primary,
    'create table swept as select g as n from generate_series(1, 1000) g; grant select on swept to app_system',
  );
  let runs = 0;
  const read = database.reader.transaction(system, (tx) => {
    runs += 1;
    if (runs === 1)
      void wait(500).then(() =>
        ask(primary, 'drop table swept; create table swept as select 7 as n; grant select on swept to app_system'),
      );
    const seconds = runs === 1 ? 5 : 0;
    return tx.execute(sql`select count(*)::int as n from swept, (select pg_sleep(${seconds})) as slept`);
  });
  expect((await read).rows).toEqual([{ n: 1 }]);
  expect({ runs, missed }).toEqual({ runs: 2, missed: ['conflict'] });
  expect(await whoReads()).toBe('replica');
}, 60_000);

test('jobs read there, too, and what they wait for is noted', async () => {
  const metrics = makeMetrics('worker');
  const metered = meterDatabase(database, metrics);
  for (const given of [metered, metered.background, metered.reader])
    expect(await whoReads(given.reader)).toBe('replica');
  expect(await metrics.registry.metrics()).toMatch(/wait_seconds_count\{[^}]*pool="reader"\} 3/);
  await database.close();
  database = await open('');
  const alone = meterDatabase(database, metrics);
  for (const given of [alone, alone.background]) expect(await whoReads(given.reader)).toBe('primary');
  expect(missed).toEqual([]);
});

test('a server that takes writes is none', async () => {
  await database.close();
  database = await open(primary.url);
  expect(await whoReads()).toBe('primary');
  expect(missed).toEqual(['behind']);
});

test('a fault of ours is not asked twice', async () => {
  let runs = 0;
  const read = database.reader.transaction(system, (tx) => {
    runs += 1;
    return tx.execute(sql`select nothing from nowhere`);
  });
  await expect(read).rejects.toThrow();
  expect({ runs, missed }).toEqual({ runs: 1, missed: [] });
});

test('reports are read there, show what has just been said, and nothing of others', async () => {
  const api = await startTestApi(database);
  onTestFinished(() => api.stop());
  const owner = await signUp(api);
  const agentId = await createAgent(api, owner);
  await addText(api, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(api, owner, agentId);
  const chat = await startChat(api, agentId);
  ok(await send(api, chat, 'What does an electric bike cost?'));
  await settledMessages(api, owner, chat);
  const day = new Date().toISOString().slice(0, 10);
  expect(await readersAt(replica)).toBe(0);
  const query = new URLSearchParams({ from: day, to: day, timeZone: 'UTC', agentId });
  const report = ok(
    await api.call('GET', `/v2/workspaces/${owner.uid}/analytics/report?${query}`, { caller: owner.caller }),
  ) as { totals: { conversations: number } };
  expect(report.totals.conversations).toBe(1);
  expect(await readersAt(replica)).toBeGreaterThan(0);
  const seenBy = async (uid: WorkspaceUid) =>
    (
      await database.reader.transaction(makeScope(uid), (tx) =>
        tx.execute(
          sql`select count(*)::int as n, current_user as role, pg_is_in_recovery() as "isReplica" from conversations`,
        ),
      )
    ).rows;
  expect(await seenBy(owner.uid as WorkspaceUid)).toEqual([{ n: 1, role: 'app_tenant', isReplica: true }]);
  expect(await seenBy(newWorkspaceUid())).toEqual([{ n: 0, role: 'app_tenant', isReplica: true }]);
  expect(missed).toEqual([]);
}, 60_000);

const readersAt = async (server: PostgresServer): Promise<number> =>
  (await ask(server, 'select count(*)::int as n from pg_stat_activity where application_name = $$antiphon reads$$'))
    .rows[0].n;
