import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { makeKnowledgeAgent } from '../factories/knowledge-factory.ts';
import { newTestScope, openJourneyDatabases, testSystemScope } from '../harness/database.ts';

const rowsOf = async (database: Database, query: SQL) =>
  ((await database.unscoped.execute(query)) as unknown as { rows: Record<string, string>[] }).rows;

/** The functions that the server calls, by its sources. */
function listCalled(): string[] {
  const folder = new URL('../../src/', import.meta.url).pathname;
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return sources.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\bscope,\s*'([a-z_]+)',\s*\[/g)].map(
      ([, called]) => called ?? '',
    ),
  );
}

/** Those of `names` that are not there, are there twice, or that PostgreSQL may plan or run without the policies. */
async function findUnsafe(database: Database, names: string[]): Promise<string[]> {
  const rows = await rowsOf(
    database,
    sql`select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace
        group by p.proname
        having bool_and(l.lanname = 'plpgsql' and not p.prosecdef and not p.proretset and p.proargnames[1] = 'p_workspace')
          and count(*) = 1`,
  );
  const safe = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !safe.has(name));
}

describe.each(await openJourneyDatabases())('calls of database functions on $name', async ({ database }) => {
  await database.unscoped.execute(sql`
    create function tell_role(p_workspace text, p_word text) returns json language plpgsql as $$
    begin
      return json_build_object('role', current_user, 'workspace', current_setting('app.workspace_uid', true),
        'given', p_workspace, 'word', p_word, 'agents', (select count(*) from agents));
    end $$`);
  // The next file gets this database, with its functions.
  afterAll(async () => void (await database.unscoped.execute(sql`drop function tell_role`)));

  it('runs as the tenant, in the one workspace of the scope, and sees nothing of another', async () => {
    const { scope } = await makeKnowledgeAgent(database);
    const told = await database.call(scope, 'tell_role', ["it's"]);
    const uid = scope.workspaceUid;
    expect(told).toEqual({ role: 'app_tenant', workspace: uid, given: uid, word: "it's", agents: 1 });
    expect(await database.call(newTestScope(), 'tell_role', [''])).toMatchObject({ role: 'app_tenant', agents: 0 });
  });

  it('runs as the system where the scope is the system', async () => {
    const told = await database.call<{ agents: number }>(testSystemScope, 'tell_role', ['']);
    expect(told).toMatchObject({ role: 'app_system', workspace: '', given: '' });
    expect(told.agents).toBeGreaterThan(0);
  });

  it('leaves neither role nor workspace behind, also where the function failed', async () => {
    const scope = newTestScope();
    const read = sql`select current_user as role, coalesce(current_setting('app.workspace_uid', true), '') as uid`;
    const [before] = await rowsOf(database, read);
    await database.call(scope, 'tell_role', ['']);
    await expect(database.call(scope, 'count_message', ['a', 'b', 'no number'])).rejects.toThrow();
    const after = await Promise.all(Array.from({ length: 30 }, () => rowsOf(database, read)));
    expect(new Set(after.map(([row]) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ ...before, uid: '' })]),
    );
  });

  it('calls only functions that keep to row-level security; a planted one that does not is found', async () => {
    expect(listCalled()).toContain('accept_message');
    expect(await findUnsafe(database, listCalled())).toEqual([]);
    await database.unscoped.execute(
      sql`create function peek(p_workspace text) returns setof json language sql stable as 'select to_json(id) from agents'`,
    );
    expect(await findUnsafe(database, ['peek'])).toEqual(['peek']);
    await database.unscoped.execute(sql`drop function peek(text)`);
  });
});
