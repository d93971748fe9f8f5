import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { randomText } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { purgeErasedPeople } from '../../src/domain/identity/erase-person.ts';
import { type Owner, ok, signUp } from '../factories/api-factory.ts';
import { makeTenant } from '../factories/tenant.ts';
import { startTestApi, type TestApi, until } from '../harness/api.ts';
import { openJourneyDatabases, testSystemScope } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { dumpDatabase, dumpFolder, findWords } from '../harness/region-dump.ts';
import { insertOf, listTables, type Table } from '../harness/table-catalogue.ts';
import { tablesWith } from '../harness/tables-with.ts';

/** Where ids of an erased workspace still stand, and why. Nothing there says what it was or whose. */
const KEPT: Record<string, string> = {
  audit_entries: 'that it was deleted, when and by which id: the chain of hashes',
  email_windows: 'how many mails it sent, for two days',
  job: 'the job that erased it, until the queue forgets it',
  job_common: 'part of job',
};

const STORAGE_KEY = `na/${randomText(22)}`;

/** Values that a constraint or the erasing itself looks at. */
const GIVEN: Record<string, Record<string, string>> = {
  files: { storage_key: `'${STORAGE_KEY}'` },
  audit_entries: { hash: "''" },
  // A workspace pays for itself: no org is named beside it.
  orders: { state: "'paid'", next_at: 'null' },
  payers: { kind: "'workspace'", org_id: 'null' },
};

/** Every column of text, settings and bytes says the word. */
function rowThatSays({ columns, ...table }: Table, uid: string, word: string): string {
  const said = columns.flatMap(({ name, type, isGenerated }) => {
    if (isGenerated || name === table.tenantColumn) return [];
    if (type === 'text') return [[name, `'${word}-${name}'`]];
    if (type === 'jsonb') return [[name, `'{"said": "${word}"}'`]];
    if (type === 'bytea') return [[name, `convert_to('${word}', 'UTF8')`]];
    if (type === 'tsvector') return [[name, `to_tsvector('simple', '${word}')`]];
    return [];
  });
  return insertOf({ ...table, columns }, uid, word, { ...Object.fromEntries(said), ...GIVEN[table.name] });
}

/** One row, of a word of its own, in each table of tenants; and a file on the disk. */
async function sayInEveryTable(database: Database, api: TestApi, uid: string): Promise<string[]> {
  // A member more would be somebody whom the workspace is shared with.
  const left = ['workspaces', 'workspace_members'];
  const tables = (await listTables(database)).filter(({ name, tenantColumn }) => tenantColumn && !left.includes(name));
  const words = new Map(
    tables.map((table) => [table, `zq${table.name.replaceAll('_', '')}${randomText(8).toLowerCase()}`]),
  );
  for (const [table, word] of words) {
    await database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      // Some tables have one row of a workspace.
      await tx.execute(sql.raw(`delete from ${table.name} where ${table.tenantColumn} = '${uid}'`));
      await tx.execute(sql.raw(rowThatSays(table, uid, word)));
    });
  }
  const file = `zqbytes${randomText(12).toLowerCase()}`;
  const path = join(api.dataDir, 'uploads', STORAGE_KEY);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file);
  return [...words.values(), file];
}

describe.each(await openJourneyDatabases())('an erased account on $name', async ({ database }) => {
  const host = await startModelServer();
  const api = await startTestApi(database, { REGIONS: 'na', LOG_LEVEL: 'trace', OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });

  const dump = async () => (await dumpDatabase(database)) + dumpFolder(join(api.dataDir, 'uploads'));

  /** Somebody who used everything; the words that are theirs. */
  async function live() {
    const tenant = await makeTenant(api, host.baseURL);
    const name = `zqname${randomText(12).toLowerCase()}`;
    await database.unscoped.execute(sql`update users set name = ${name} where id = ${tenant.uid}`);
    const invited = `zqinvited${randomText(12).toLowerCase()}@example.com`;
    const key = `zqkey${randomText(12).toLowerCase()}`;
    const call = (path: string, body: unknown, headers = {}) =>
      api.call('POST', `/v2/workspaces/${tenant.uid}${path}`, { caller: tenant.key, body, headers });
    ok(await call('/email', { to: invited }));
    ok(await call('/orgs', { name: `zqorg${key}` }, { 'idempotency-key': key }));
    for (const path of ['sign-in/magic-link', 'request-password-reset']) {
      const asked = await api.call('POST', `/auth/${path}`, {
        body: { email: tenant.email },
        headers: { origin: api.origin },
      });
      ok(asked);
    }
    // Both are shared: who owns them could not go.
    await database.unscoped.execute(
      sql`delete from workspace_members where user_id <> ${tenant.uid} and workspace_uid in (${tenant.uid}, ${tenant.furtherUid})`,
    );
    const theirs = [tenant.email, tenant.canary, tenant.clientEmail, name, invited, key];
    return { owner: tenant, words: [...theirs, ...(await sayInEveryTable(database, api, tenant.furtherUid))] };
  }

  async function erase(owner: Owner) {
    const body = { email: owner.email };
    ok(await api.call('DELETE', '/v2/users/me', { caller: owner.caller, body }));
    await until(
      async () => {
        await purgeErasedPeople({ database, systemScope: testSystemScope });
        const { rows } = await database.unscoped.execute(sql`select 1 from users where id = ${owner.uid}`);
        return rows.length;
      },
      (left) => left === 0,
    );
  }

  test('leaves no word of itself in a dump, in files, in the index', async () => {
    const { owner, words } = await live();
    expect(words.length).toBeGreaterThan(20);
    expect(findWords(await dump(), words), 'planted').toEqual(words);
    await erase(owner);
    expect(findWords(await dump(), words)).toEqual([]);
    expect(findWords(api.logLines.join('\n'), words)).toEqual([]);
    expect([...new Set(await tablesWith(database, owner.uid))]).toEqual(Object.keys(KEPT));
  }, 300_000);

  test('planted: an address that was copied to where nothing is erased', async () => {
    const owner = await signUp(api);
    await database.unscoped.execute(sql`create table planted as select email from users where id = ${owner.uid}`);
    onTestFinished(async () => void (await database.unscoped.execute(sql`drop table planted`)));
    await erase(owner);
    expect(findWords(await dump(), [owner.email])).toEqual([owner.email]);
  });
});
