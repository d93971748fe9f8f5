import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newWorkspaceUid, randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { migrationsFolder } from '../../src/db/migrations-folder.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { amount } from '../harness/amounts.ts';
import { insertOf, listTables } from '../harness/table-catalogue.ts';

const MESSAGES = amount(1_000_000, 20_000);
/** Between two turns of a worker: what works without a pause takes the processor from the migrations, which are what is looked at. */
const REST_MS = amount(0, 20);
/** So many migrations were not there in the release before. */
const NEWEST = 9;
const WAIT_MS = 2_000;
const uid = newWorkspaceUid();
const name = `${process.env.TEST_DATABASE_PREFIX ?? 'test_'}${randomText(12).toLowerCase()}`;
const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: `/${name}` }).href;
const setScope = `select set_config('role', 'app_tenant', true), set_config('app.workspace_uid', '${uid}', true)`;

/** A database as it was before the newest migrations, with a workspace that is at work. */
async function makeOldDatabase() {
  const server = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
  await server.connect();
  await server.query(`create database ${name}`);
  await server.end();
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const one of readdirSync(migrationsFolder).sort().slice(0, -NEWEST))
    cpSync(join(migrationsFolder, one), join(folder, one), { recursive: true });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const unscoped = drizzle({ client });
  await migrate(unscoped, { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
  const tables = await listTables({ unscoped } as unknown as Database);
  const insert = (table: string, mark: string, given: Record<string, string>) =>
    client.query(insertOf(tables.find((one) => one.name === table)!, uid, mark, given));
  await client.query(`set session_replication_role = replica`);
  await insert('agents', 'a', { id: "'agt_1'", published_version: '1' });
  await insert('agent_versions', 'a', { agent_id: "'agt_1'", number: '1' });
  for (const id of ['cnv_0', 'cnv_1', 'cnv_2', 'cnv_3', 'cnv_old'])
    await insert('conversations', id, { id: `'${id}'`, agent_id: "'agt_1'" });
  await client.query(
    `insert into messages (workspace_uid, conversation_id, agent_id, id, position, role, state, text)
     select $1, 'cnv_old', 'agt_1', 'msg_' || n, n, 'visitor', 'complete', 'When are you open?' from generate_series(1, ${MESSAGES}) n`,
    [uid],
  );
  await client.query(`select credit_grant($1, 'start', 1000000000000, 'welcome_credits')`, [uid]);
  await client.end();
}

/** What the release before asks for a turn, in its own words. */
async function takeTurn(client: pg.Client, worker: number, turn: string) {
  const call = async (text: string, values: unknown[]) => {
    await client.query(`begin; ${setScope}`);
    const { rows } = await client.query(`select ${text} as answer`, values);
    await client.query('commit');
    return rows[0].answer;
  };
  const said = await call(`accept_message($1, $2, $3, 'Hello', '[]', $4, '{}', '{}', clock_timestamp())`, [
    uid,
    `cnv_${worker}`,
    `msg_${turn}`,
    `msg_${turn}r`,
  ]);
  if (said.outcome !== 'accepted') throw new Error(said.outcome);
  await call(`credit_hold($1, $2, 'agt_1', '2026-11', 1000, null, clock_timestamp() + interval '1 hour')`, [uid, turn]);
  await call(`credit_settle($1, $2, 1000, 'text_turn', null)`, [uid, turn]);
  await call(`(select count(*) from conversation_events where conversation_id = $1 and seq > 5)`, [`cnv_${worker}`]);
}

/** Works while `change` is done to the database; how long somebody waited for a lock, and what failed. */
async function workWhile(change: () => Promise<void>) {
  let isDone = false;
  const failed: string[] = [];
  let turns = 0;
  const clients = Array.from({ length: 5 }, () => new pg.Client({ connectionString: url }));
  for (const client of clients) await client.connect();
  const [watcher, ...workers] = clients as [pg.Client, ...pg.Client[]];
  const work = workers.map(async (client, worker) => {
    while (!isDone) {
      await takeTurn(client, worker, randomText(16)).catch(async (error: Error) => {
        failed.push(error.message);
        await client.query('rollback');
      });
      turns += 1;
      await wait(REST_MS);
    }
  });
  let longestMs = 0;
  const watch = (async () => {
    while (!isDone) {
      const { rows } = await watcher.query(
        `select coalesce(extract(epoch from max(clock_timestamp() - waitstart)) * 1000, 0)::float as ms
         from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())`,
      );
      longestMs = Math.max(longestMs, rows[0].ms);
      await wait(20);
    }
  })();
  await wait(200);
  const before = turns;
  try {
    await change();
    await wait(200);
  } finally {
    isDone = true;
    await Promise.all([...work, watch]);
    for (const client of clients) await client.end();
  }
  return { longestMs, failed, turns: turns - before };
}

describe('the release before', () => {
  beforeAll(makeOldDatabase, 300_000);
  let database: Database | undefined;
  afterAll(() => database?.close());

  test('goes on while the newest migrations are made: no call fails, nobody waits for a lock longer than 2 s', async () => {
    const seen = await workWhile(async () => {
      database = await openPostgres('na', url, { visitors: 2 });
    });
    const { rows } = await database!.unscoped.execute(
      sql`select count(*)::int as made from drizzle.__drizzle_migrations`,
    );
    expect(rows).toEqual([{ made: readdirSync(migrationsFolder).length }]);
    expect(seen).toMatchObject({ failed: [] });
    expect(seen.turns).toBeGreaterThan(10);
    expect(seen.longestMs).toBeLessThanOrEqual(WAIT_MS);
  }, 300_000);

  test('planted: a plain CREATE INDEX on a large table', async () => {
    const seen = await workWhile(async () => {
      // As slow as a table a hundred times as large.
      await database!.unscoped.execute(sql`create function slow(text) returns text language plpgsql immutable as
        $$ begin perform pg_sleep(0.1); return $1; end $$`);
      await database!.unscoped.execute(
        sql`create index planted on messages (slow(id)) where conversation_id = 'cnv_old' and position <= 25`,
      );
    });
    expect(seen.longestMs).toBeGreaterThan(WAIT_MS);
  }, 300_000);
});
