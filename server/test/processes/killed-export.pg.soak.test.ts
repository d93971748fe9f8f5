import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { ok, signUp } from '../factories/api-factory.ts';
import { exportsOf, findWrongSums, openArchive, recordsOf, sumOf } from '../factories/export-factory.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { startChildServer } from '../harness/child-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { runSchedule } from '../harness/run-schedule.ts';
import { rowsOf } from '../harness/table-catalogue.ts';

const ENTRIES = amount(12_000, 4_000);
const MEGABYTE = 1024 * 1024;

/** Two processes on one database and one folder, as two workers have them; 110 MB of entries, or 37, that do not pack well. */
async function startTwo() {
  const { url, database, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  const folder = mkdtempSync(join(tmpdir(), 'killed-export-'));
  onTestFinished(async () => {
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const environment = { DATA_DIR: folder, DATABASE_URL: url };
  const first = await startChildServer(environment);
  const owner = await signUp(first);
  await database.unscoped.execute(sql`
    insert into log_entries (id, workspace_uid, type, content, metadata)
    select 'log' || n, ${owner.uid}, 'order', (select string_agg(md5(n::text || i::text || random()::text), '') from generate_series(1, 300) i), '{}'
    from generate_series(1, ${ENTRIES}::int) n`);
  return { environment, database, folder, first, owner };
}

test('kill -9 in the middle of an export: another worker makes it, once and whole, in little memory', async () => {
  const { environment, database, folder, first, owner } = await startTwo();
  const { id } = ok(await first.call('POST', exportsOf(owner.uid), { caller: owner.key, body: {} }));
  const stored = () => rowsOf(database, sql`select storage_key from workspace_export_parts where export_id = ${id}`);
  await until(stored, ({ length }) => length > 0, 60_000);
  await first.kill();
  const [left] = await rowsOf<{ state: string }>(database, sql`select state from workspace_exports where id = ${id}`);
  expect(left?.state).toBe('making');

  const others = await Promise.all([startChildServer(environment), startChildServer(environment)]);
  onTestFinished(async () => void (await Promise.all(others.map((server) => server.kill()))));
  const [second] = others as [(typeof others)[0], (typeof others)[0]];
  // A minute of waiting less: the dead one's lease is over.
  await database.unscoped.execute(sql`update workspace_exports set lease_until = now() where id = ${id}`);
  await runSchedule(environment.DATABASE_URL, 'exports.resume');
  const made = await until(
    async () => ok(await second.call('GET', exportsOf(owner.uid), { caller: owner.key })).items[0],
    ({ state }) => state === 'ready' || state === 'failed',
    150_000,
  );
  expect(made).toMatchObject({ id, state: 'ready' });
  const [row] = await rowsOf<{ attempt: number; parts: number[] }>(
    database,
    sql`select lease_attempt::int as attempt, (select json_agg(distinct attempt) from workspace_export_parts) as parts
        from workspace_exports where id = ${id}`,
  );
  // Two, or more where this machine stood still for as long as a lease lasts.
  expect(row?.attempt).toBeGreaterThan(1);
  expect(row?.parts).toEqual([row?.attempt]);
  expect(readdirSync(join(folder, 'uploads', 'na'))).toHaveLength((await stored()).length);

  const archive = await openArchive(second.origin, owner.uid, id, owner.key);
  expect(sumOf(archive.bytes)).toBe(made.sha256);
  expect(findWrongSums(archive)).toEqual([]);
  expect(new Set(recordsOf(archive, 'log_entries').map((entry) => entry.id)).size).toBe(ENTRIES);
  const peaks = others.map((server) => Math.round(server.peakMemory() / MEGABYTE));
  console.info(
    `an archive of ${Math.round(archive.bytes.length / MEGABYTE)} MB; the workers held at most ${peaks.join(' and ')} MB`,
  );
}, 900_000);
