import { PERMISSIONS } from '@antiphon/contract/permissions';
import { sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { exportedTables, exportPlan } from '../../src/domain/exports/export-plan.queries.ts';
import { ok, signUp } from '../factories/api-factory.ts';
import {
  download,
  exportsOf,
  findWrongSums,
  makeArchive,
  openArchive,
  recordsOf,
  sumOf,
  textOf,
} from '../factories/export-factory.ts';
import { mailedProps } from '../factories/people.ts';
import { makeTenant, type Tenant } from '../factories/tenant.ts';
import { type Caller, startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { insertOf, listTables, rowsOf } from '../harness/table-catalogue.ts';

const SECRET_KEY = 'test-0123456789abcdefghijklmnopqrstuvwxyz';

/** Rows that the export itself, or a download, adds after it was read. */
const LATER: Record<string, string> = {
  emails: `and template <> 'export_ended'`,
  audit_entries: `and action <> 'workspace.download_export'`,
};

/** As the database says it, in the form of a line of the archive. */
async function rowsOfTable(
  database: Database,
  { name, columns, tenant }: (typeof exportedTables)[number],
  uid: string,
) {
  const rows = await rowsOf<{ row: Record<string, unknown> }>(
    database,
    sql.raw(`select to_jsonb(t) as row from ${name} t where ${tenant.name} = '${uid}' ${LATER[name] ?? ''}`),
  );
  const plain = ([key, column]: [string, PgColumn], row: Record<string, unknown>) => {
    const value = row[column.name];
    if (value !== null && /timestamp/.test(column.getSQLType())) return [key, new Date(value as string).toISOString()];
    return [key, column.dataType.startsWith('bigint') && value !== null ? String(value) : value];
  };
  return rows.map(({ row }) => Object.fromEntries(Object.entries(columns).map((column) => plain(column, row))));
}

const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(sortKeys(row))).sort();
const sortKeys = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** Tables that using the product has left empty get a row of dummies, so that none is compared with nothing. */
async function fillEmpty(database: Database, uid: string) {
  const catalogue = await listTables(database);
  for (const { name, tenant } of exportedTables) {
    const [{ n } = { n: 0 }] = await rowsOf<{ n: number }>(
      database,
      sql.raw(`select count(*)::int as n from ${name} where ${tenant.name} = '${uid}'`),
    );
    if (n > 0) continue;
    const table = catalogue.find((one) => one.name === name)!;
    await database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql.raw(insertOf(table, uid, `${name}-${uid}`)));
    });
  }
}

describe.each(await openJourneyDatabases())('the archive of a workspace on $name', async ({ database }) => {
  const host = await startModelServer();
  const api = await startTestApi(database, { REGIONS: 'na', OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  let [own, other] = [null, null] as unknown as [Tenant, Tenant];
  beforeAll(async () => {
    [own, other] = [await makeTenant(api, host.baseURL), await makeTenant(api, host.baseURL)];
    await fillEmpty(database, own.uid);
  }, 300_000);

  test('holds every row of every table and the bytes of every file, and nothing of another workspace', async () => {
    const made = await makeArchive(api, own.uid, own.caller);
    expect(made).toMatchObject({ state: 'ready' });
    const expected = new Map<string, string[]>();
    for (const table of exportedTables) expected.set(table.name, sorted(await rowsOfTable(database, table, own.uid)));
    const archive = await openArchive(api.origin, own.uid, made.id, own.caller);
    expect(sumOf(archive.bytes)).toBe(made.sha256);
    expect(archive.bytes.byteLength).toBe(made.bytes);
    for (const [name, rows] of expected) {
      expect(sorted(recordsOf(archive, name)), name).toEqual(rows);
      expect(rows.length, name).toBeGreaterThan(0);
    }
    expect(recordsOf(archive, 'people').map(({ email }) => email)).toContain(own.email);
    const manifest = JSON.parse(textOf(archive, 'MANIFEST.json'));
    for (const [name, rows] of expected) expect(manifest.records[`data/${name}.jsonl`]).toBe(rows.length);
    expect(Object.keys(manifest.leftOut)).toEqual(Object.keys(exportPlan).filter((name) => 'not' in exportPlan[name]!));
    expect(manifest).toMatchObject({ workspaceUid: own.uid, auditChain: 'whole' });
    expect(findWrongSums(archive)).toEqual([]);
    const uploaded = Object.entries(archive.files).filter(([path]) => path.startsWith(`files/${own.fileId}/`));
    expect(uploaded.map(([, bytes]) => new TextDecoder().decode(bytes))).toEqual([own.canary]);
    const whole = Object.values(archive.files)
      .map((bytes) => Buffer.from(bytes).toString('latin1'))
      .join('\n');
    expect(whole).toContain(own.canary);
    for (const theirs of [other.canary, other.uid, other.email]) expect(whole).not.toContain(theirs);
  }, 300_000);

  const get = (uid: string, caller: Caller, id = '') =>
    api.call('GET', `${exportsOf(uid)}${id === '' ? '' : `/${id}/file`}`, { caller });
  const audited = async (id: string) =>
    (
      await rowsOf<{ action: string }>(
        database,
        sql`select action from audit_entries where target = ${id} order by position`,
      )
    ).map(({ action }) => action);

  test('is the asking person’s alone, while they may do everything', async () => {
    const { id } = await makeArchive(api, own.uid, own.caller);
    const colleague = await signUp(api);
    const asColleague = { ...colleague.caller, workspace: own.uid };
    const allow = (userId: string, permissions: readonly string[]) =>
      database.unscoped.execute(sql`insert into workspace_members (workspace_uid, user_id, permissions)
        values (${own.uid}, ${userId}, ${JSON.stringify(permissions)}::jsonb)
        on conflict (workspace_uid, user_id) do update set permissions = excluded.permissions`);
    await allow(colleague.uid, PERMISSIONS.slice(1));
    for (const path of ['', id]) expect((await get(own.uid, asColleague, path)).status, path).toBe(403);
    const body = {};
    expect((await api.call('POST', exportsOf(own.uid), { caller: asColleague, body })).status).toBe(403);
    await allow(colleague.uid, PERMISSIONS);
    expect((await get(own.uid, asColleague)).body.items).toEqual([]);
    const strangers: [string, Caller, number][] = [
      ['a colleague with the same right', asColleague, 404],
      ['the key of the workspace', own.key, 404],
      ['another workspace', other.caller, 404],
      ['the key of another workspace', other.key, 404],
      ['nobody', {}, 401],
      ['an agency’s host', { ...own.caller, host: `h${own.uid}.localhost`.toLowerCase() }, 404],
    ];
    for (const [who, caller, status] of strangers) {
      expect((await get(own.uid, caller, id)).status, who).toBe(status);
      const deletion = await api.call('DELETE', `${exportsOf(own.uid)}/${id}`, { caller });
      expect(deletion.status, who).toBe(status);
    }
    expect((await get(other.uid, other.caller, id)).status, 'under another workspace').toBe(404);
    expect(await audited(id)).toEqual(['workspace.export']);
    // What a colleague asks for is theirs, and lost with the right.
    const theirs = await makeArchive(api, own.uid, asColleague);
    expect((await get(own.uid, asColleague, theirs.id)).status).toBe(200);
    expect((await get(own.uid, own.caller, theirs.id)).status).toBe(404);
    await allow(colleague.uid, []);
    expect((await get(own.uid, asColleague, theirs.id)).status).toBe(403);
    const cross = { ...own.caller, site: 'cross-site' as const };
    expect((await api.call('POST', exportsOf(own.uid), { caller: cross, body })).status).toBe(403);
  });

  test('one that is being made is made once; it expires, and can be deleted before', async () => {
    const ask = async () => ok(await api.call('POST', exportsOf(own.uid), { caller: own.key, body: {} })).id as string;
    const ids = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(ids).size).toBe(1);
    const id = ids[0]!;
    await until(
      async () => ok(await get(own.uid, own.key)).items[0],
      ({ state }) => state === 'ready',
    );
    const whole = await openArchive(api.origin, own.uid, id, own.key);
    const from = (range: string) => download(api.origin, own.uid, id, own.key, { range });
    const rest = await from('bytes=1000-');
    expect(rest.status).toBe(206);
    expect(rest.headers.get('content-range')).toBe(`bytes 1000-${whole.bytes.length - 1}/${whole.bytes.length}`);
    expect(sumOf(new Uint8Array(await rest.arrayBuffer()))).toBe(sumOf(whole.bytes.subarray(1_000)));
    expect(sumOf(new Uint8Array(await (await from('bytes=-10')).arrayBuffer()))).toBe(sumOf(whole.bytes.subarray(-10)));
    expect((await from(`bytes=${whole.bytes.length}-`)).status).toBe(416);
    // The whole and the first bytes are downloads, what goes on with one is none.
    expect(await audited(id)).toEqual(['workspace.export', 'workspace.download_export']);
    await database.unscoped.execute(
      sql`update workspace_exports set expires_at = now() - interval '1 second' where id = ${id}`,
    );
    expect((await get(own.uid, own.key, id)).status).toBe(404);
    const second = await makeArchive(api, own.uid, own.key);
    ok(await api.call('DELETE', `${exportsOf(own.uid)}/${second.id}`, { caller: own.key }));
    expect((await get(own.uid, own.key, second.id)).status).toBe(404);
    expect(await rowsOf(database, sql`select 1 from workspace_export_parts where export_id = ${second.id}`)).toEqual(
      [],
    );
    expect(await audited(second.id)).toEqual(['workspace.export', 'workspace.delete_export']);
  });

  test('whoever asked in person gets a mail that holds no key to it', async () => {
    const owner = await signUp(api);
    const { id } = await makeArchive(api, owner.uid, owner.caller);
    const [mail, ...more] = (await mailedProps(database, owner.email, SECRET_KEY)).filter(
      (props) => 'isReady' in props,
    );
    expect(mail).toMatchObject({ isReady: true, days: 7, workspaceName: expect.stringContaining('Personal') });
    expect(more).toEqual([]);
    expect(JSON.stringify(mail)).not.toContain(id);
  });
});
