import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// @ts-expect-error Plain Node, without types.
import { archiveSettings } from '../../../scripts/backup-folder.mjs';
import type { Database } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { makeConversation } from '../factories/conversation-factory.ts';
import { makeKnowledgeAgent } from '../factories/knowledge-factory.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { makePostgresFolder, type PostgresServer, startPostgresServer } from '../harness/postgres-server.ts';
import { dumpDatabase } from '../harness/region-dump.ts';
import { openLedger, runParallel } from '../ledger/ledger-load.ts';

const TURNS = amount(5_000, 100);
const folder = makePostgresFolder('backup-');
const wal = join(folder, 'wal');
const program = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}.mjs`, import.meta.url));
const run = (name: string, ...args: string[]) => promisify(execFile)(process.execPath, [program(name), ...args]);

/** Sums, counts, and a digest of every row of every table. */
async function look(database: Database) {
  const { rows } = (await database.unscoped.execute(sql`
    select (select count(*)::int from credit_transfers) as transfers,
           (select coalesce(sum(amount), 0)::text from credit_transfers) as "transferred",
           (select coalesce(sum(balance), 0)::text from credit_accounts) as "balance",
           (select count(*)::int from conversations) as conversations,
           (select count(*)::int from messages) as messages`)) as unknown as {
    rows: Record<'transfers' | 'transferred' | 'balance' | 'conversations' | 'messages', number | string>[];
  };
  const digest = createHash('sha256')
    .update(await dumpDatabase(database))
    .digest('hex');
  return { ...rows[0], digest };
}

describe('a backup and the archived WAL', async () => {
  let path = '';
  let moment = '';
  let atMoment: Awaited<ReturnType<typeof look>>;
  let afterwards: typeof atMoment;

  /** Restores with the program, starts a server on it, and looks. `change` is done to the folder between the two. */
  async function restore(to: string[], change: (data: string) => void = () => {}) {
    let server: PostgresServer | undefined;
    try {
      // Nobody reads before the recovery has ended.
      server = await startPostgresServer({ hot_standby: 'off' }, async (data) => {
        await run('restore', folder, data, ...to);
        change(data);
      });
      const database = await openPostgres('na', Object.assign(new URL(server.url), { pathname: path }).href, {
        visitors: 4,
      });
      const found = await look(database);
      await database.close();
      return found;
    } finally {
      await server?.stop();
    }
  }

  beforeAll(async () => {
    const { archive_command, archive_mode } = archiveSettings(folder);
    const server = await startPostgresServer({ archive_command, archive_mode, fsync: 'off' });
    try {
      await expect(run('backup', server.url, folder), 'without a folder for the WAL').rejects.toThrow(
        'archive_command',
      );
      mkdirSync(wal);
      const { uid, gid } = statSync(folder);
      await chown(wal, uid, gid);
      const { database, url } = await createPostgresDatabase(server.url, 8);
      path = new URL(url).pathname;
      const { scope, agentId } = await makeKnowledgeAgent(database);
      const ledger = openLedger(database, scope, agentId);
      await ledger.grant(TURNS * 10);
      const live = async (name: string) => {
        const turns = Array.from({ length: TURNS }, (_, at) => `${name}-${at}`);
        await runParallel(turns, 8, async (turn) => {
          expect(await ledger.debit(turn)).toBe(true);
          await makeConversation(database, scope, agentId, [{ role: 'visitor', text: turn }]);
        });
      };
      await live('before');
      await run('backup', server.url, folder);
      await live('between');
      atMoment = await look(database);
      const { rows } = (await database.unscoped.execute(
        sql`select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
      )) as unknown as { rows: { now: string }[] };
      moment = rows[0]?.now ?? '';
      await live('after');
      afterwards = await look(database);
      const last = (await database.unscoped.execute(
        sql`select pg_walfile_name(pg_switch_wal()) as name`,
      )) as unknown as { rows: { name: string }[] };
      await until(
        async () => readdirSync(wal),
        (files) => files.includes(last.rows[0]?.name ?? ''),
      );
      await database.close();
      await server.crash();
    } finally {
      await server.stop();
    }
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('restore a destroyed cluster to the moment: every row of then, none of afterwards', async () => {
    expect(atMoment).toMatchObject({ conversations: 2 * TURNS, messages: 2 * TURNS });
    expect(await restore([moment])).toEqual(atMoment);
  });

  test('restore all there is where no moment is given', async () => {
    expect(await restore([])).toEqual(afterwards);
  });

  test('planted: without the WAL the base backup is another state, and PostgreSQL refuses the moment', async () => {
    renameSync(wal, `${wal}-away`);
    try {
      await expect(restore([moment])).rejects.toThrow('recovery ended before configured recovery target was reached');
      const alone = await restore([moment], (data) => rmSync(join(data, 'recovery.signal')));
      expect(alone).toMatchObject({ conversations: TURNS });
      expect(alone).not.toEqual(atMoment);
    } finally {
      renameSync(`${wal}-away`, wal);
    }
  });

  test('a moment before the first backup, one without a zone, or a folder that is not empty is refused', async () => {
    const empty = join(folder, 'empty');
    mkdirSync(empty);
    await expect(run('restore', folder, empty, '2001-01-01T00:00:00Z')).rejects.toThrow('ended before that moment');
    await expect(run('restore', folder, empty, '2026-01-01 00:00')).rejects.toThrow('with its zone');
    await expect(run('restore', folder, folder, moment)).rejects.toThrow('be empty');
    expect(readdirSync(empty)).toEqual([]);
  });
});
