import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeWorkspace } from '../../../test/factories/people.ts';
import { newTestScope } from '../../../test/harness/database.ts';
import { createPostgresDatabase } from '../../../test/harness/postgres-database.ts';
import { insertOf, listTables } from '../../../test/harness/table-catalogue.ts';
import { openCell } from '../../db/copy-between.ts';
import { Moved } from '../../db/moved.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteRows, digestRows, listMovedTables, type MovedTable } from './copied-rows.queries.ts';
import { moveWorkspace, NotMoved, type Step } from './move-workspace.ts';

const WITHIN_MS = 10_000;
const make = () => createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);

let cells: Awaited<ReturnType<typeof make>>[] = [];
let [source, target]: pg.Client[] = [];
let tables: MovedTable[] = [];

beforeAll(async () => {
  cells = [await make(), await make()];
  [source, target] = await Promise.all(cells.map(({ url }) => openCell(url)));
  tables = await listMovedTables(source!);
});
afterAll(async () => {
  await Promise.all([source!.end(), target!.end()]);
  for (const { drop } of cells) await drop();
});

type More = Partial<Parameters<typeof moveWorkspace>[0]>;
const move = (uid: WorkspaceUid, more: More = {}) =>
  moveWorkspace({ source: source!, target: target!, uid, withinMs: WITHIN_MS, ...more });

/** As the superuser, whom no policy binds. */
const digests = (cell: pg.Client, uid: WorkspaceUid) =>
  tables.reduce(
    async (all, table) => ({ ...(await all), [table.name]: await digestRows(cell, uid, table) }),
    Promise.resolve({}),
  );
const none = () => Object.fromEntries(tables.map(({ name }) => [name, '0 0']));
const stateOf = async (cell: pg.Client, uid: WorkspaceUid) =>
  (await cell.query('select state, epoch from workspace_home where workspace_uid = $1', [uid])).rows[0];

describe('a workspace that is moved to another database', () => {
  it('has every table of tenants, also one that is made tomorrow', async () => {
    const { database } = cells[0]!;
    const tenants = async () =>
      (await listTables(database)).flatMap(({ name, tenantColumn }) => (tenantColumn ? [name] : []));
    const moved = async () => [...(await listMovedTables(source!)).map(({ name }) => name), 'workspace_home'].sort();
    expect(await moved()).toEqual((await tenants()).sort());
    await source!.query('create table planted (workspace_uid text references workspaces (uid))');
    const names = await moved().finally(() => source!.query('drop table planted'));
    expect(names).toContain('planted');
  });

  it('takes all of its rows with it and none of another, and leaves none behind', async () => {
    const { database } = cells[0]!;
    const [mine, other] = [await makeWorkspace(database), await makeWorkspace(database)];
    for (const at of [1, 2, 3])
      await database.transaction(mine.scope, (tx) =>
        recordAudit(tx, mine.scope, { actor: mine.owner.userId, action: 'workspace.update', target: `${at}` }),
      );
    const [before, beside] = [await digests(source!, mine.uid), await digests(source!, other.uid)];
    const steps: Step[] = [];
    await move(mine.uid, { onStep: (step) => void steps.push(step) });
    expect(steps).toEqual(['claimed', 'cleared', 'moving', 'quiet', 'copied', 'arriving', 'away', 'here', 'gone']);
    expect(await digests(target!, mine.uid)).toEqual(before);
    expect(await digests(source!, mine.uid)).toEqual(none());
    expect(await digests(source!, other.uid)).toEqual(beside);
    expect(await digests(target!, other.uid)).toEqual(none());
    expect([await stateOf(source!, mine.uid), await stateOf(target!, mine.uid)]).toEqual([
      { state: 'gone', epoch: 1 },
      { state: 'here', epoch: 1 },
    ]);
    const order = 'select target from audit_entries where workspace_uid = $1 order by position';
    expect((await target!.query(order, [mine.uid])).rows.map((row) => row.target).slice(-3)).toEqual(['1', '2', '3']);

    // And home again, which has older rows of it no more.
    await moveWorkspace({ source: target!, target: source!, uid: mine.uid, withinMs: WITHIN_MS });
    expect(await digests(source!, mine.uid)).toEqual(before);
    expect(await stateOf(source!, mine.uid)).toEqual({ state: 'here', epoch: 2 });
    expect(await stateOf(target!, mine.uid)).toEqual({ state: 'gone', epoch: 2 });
  });

  it('is refused with a sentence where it cannot be, and nothing changes', async () => {
    const { database } = cells[0]!;
    const { uid, owner } = await makeWorkspace(database);
    const refusal = (work: Promise<unknown>) =>
      work.then(
        () => 'moved',
        (error: unknown) => (error instanceof NotMoved ? error.message : error),
      );
    expect(await refusal(move(newTestScope().workspaceUid))).toContain('There is no workspace');
    await target!.query('insert into users (id, name, email) values ($1, $2, $3)', ['us_other', 'Other', owner.email]);
    expect(await refusal(move(uid))).toContain('under another id: us_other');
    await target!.query(`delete from users where id = 'us_other'`);
    const [form] = (await target!.query('select hash from drizzle.__drizzle_migrations limit 1')).rows;
    const rename = (from: string, to: string) =>
      target!.query('update drizzle.__drizzle_migrations set hash = $2 where hash = $1', [from, to]);
    await rename(form.hash, 'planted');
    expect(await refusal(move(uid))).toContain('of different versions');
    await rename('planted', form.hash);
    expect(await stateOf(source!, uid)).toBeUndefined();
  });

  it('waits for transactions that began before, and gives up where one stays', async () => {
    const { database } = cells[0]!;
    const { uid, scope } = await makeWorkspace(database);
    const write = (target: string) =>
      database.transaction(scope, async (tx) => {
        entered.resolve();
        await held.promise;
        await recordAudit(tx, scope, { actor: 'us_test', action: 'workspace.update', target });
      });
    const held = Promise.withResolvers<void>();
    let entered = Promise.withResolvers<void>();
    onTestFinished(() => held.resolve());
    const first = write('early');
    await entered.promise;
    await expect(move(uid, { withinMs: 500 })).rejects.toThrow('did not end');
    expect(await stateOf(source!, uid)).toEqual({ state: 'here', epoch: 0 });
    // It is known by whoever asks while the move waits; what began before still writes, and goes with it.
    const seen: unknown[] = [];
    await move(uid, {
      onStep: (step) => {
        if (step !== 'moving') return;
        entered = Promise.withResolvers<void>();
        const late = write('late').catch((error: unknown) => seen.push(error instanceof Moved && error.home));
        setTimeout(() => held.resolve(), 300);
        void late;
      },
    });
    await first;
    const told = await target!.query(
      `select target from audit_entries where workspace_uid = $1 and actor = 'us_test'`,
      [uid],
    );
    expect(told.rows).toEqual([{ target: 'early' }]);
    expect(seen).toEqual(['moving']);
  });

  it('keeps what another move brought, when one that stood still goes on to clear up', async () => {
    const { uid } = await makeWorkspace(cells[0]!.database);
    const left = { state: 'arriving', mover: 'an earlier one' };
    await target!.query(`insert into workspace_home (workspace_uid, state, mover) values ($1, $2, $3)`, [
      uid,
      left.state,
      left.mover,
    ]);
    await move(uid);
    const before = await digests(target!, uid);
    await deleteRows(target!, uid, left);
    expect(await digests(target!, uid)).toEqual(before);
    // One that looked at the state alone would find what has just arrived.
    await target!.query(
      `update workspace_home set state = 'arriving', mover = 'a later one' where workspace_uid = $1`,
      [uid],
    );
    await deleteRows(target!, uid, left);
    expect(await digests(target!, uid)).toEqual(before);
    await expect(deleteRows(target!, uid, { state: 'here', mover: null })).rejects.toThrow('The workspace is here');
  });

  it('is not moved where a row became another on the way', async () => {
    const { database } = cells[0]!;
    const { uid, scope } = await makeWorkspace(database);
    await target!.query(
      `create function spoil() returns trigger language plpgsql as $$ begin new.workspace_name := 'Other'; return new; end $$`,
    );
    await target!.query('create trigger spoil before insert on workspaces for each row execute function spoil()');
    await expect(move(uid)).rejects.toThrow('workspaces is not the same in both databases');
    await target!.query('drop function spoil cascade');
    expect(await digests(target!, uid)).toEqual(none());
    await database.transaction(scope, (tx) =>
      recordAudit(tx, scope, { actor: 'us_test', action: 'workspace.update', target: uid }),
    );
    await move(uid);
  });
});

describe('every table of tenants', () => {
  it('is copied with each of its columns, and counts and wakes nothing on the way', async () => {
    // Rows of dummies, which are nobody's children.
    for (const cell of [source!, target!]) {
      const { rows } = await cell.query(`select conrelid::regclass::text as child, conname as name from pg_constraint
        where contype = 'f' and connamespace = 'public'::regnamespace`);
      for (const { child, name } of rows) await cell.query(`alter table ${child} drop constraint "${name}"`);
    }
    const { workspaceUid: uid } = newTestScope();
    const { database } = cells[0]!;
    await database.unscoped.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      for (const table of await listTables(database))
        if (table.tenantColumn && table.name !== 'workspace_home')
          for (const at of [1, 2]) {
            if (at === 2 && table.name === 'workspaces') continue;
            await tx.execute(sql.raw(`${insertOf(table, uid, `${uid}-${at}`)} on conflict do nothing`));
          }
    });
    const before = await digests(source!, uid);
    expect(Object.entries(before).filter(([, digest]) => String(digest).startsWith('0 '))).toEqual([]);
    await source!.query(
      'insert into users (id, name, email) select owner_user_id, $2, $2 from workspaces where uid = $1',
      [uid, 'dummy@example.com'],
    );
    await source!.query(
      `insert into pgboss.job (name, data, state) select name, $1, 'active' from pgboss.queue limit 1`,
      [{ workspaceUid: uid }],
    );
    await move(uid);
    expect(await digests(target!, uid)).toEqual(before);
    const jobs = `select state from pgboss.job where data ->> 'workspaceUid' = $1`;
    expect((await target!.query(jobs, [uid])).rows).toEqual([{ state: 'retry' }]);
    expect((await source!.query(jobs, [uid])).rows).toEqual([]);
  });
});
