import type { WorkspaceUid } from '@antiphon/contract/ids';
import type pg from 'pg';
import { copyBetween } from '../../db/copy-between.ts';

/** A table with rows of workspaces. `numbered`: each database gives the column its own numbers, which tell the order of the rows. */
export type MovedTable = { name: string; tenant: string; columns: string[]; numbered: string | null };

const NOT_MOVED = 'workspace_home';

/**
 * From the catalogue, so that none can be forgotten: whatever has a column `workspace_uid`, and `workspaces`. A table comes behind those that
 * it refers to.
 */
export async function listMovedTables(cell: pg.Client): Promise<MovedTable[]> {
  const { rows } = await cell.query(
    `select c.relname as name, case when c.relname = 'workspaces' then 'uid' else 'workspace_uid' end as tenant,
       (select json_agg(a.attname order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select a.attname from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where a.attrelid = c.oid and (a.attidentity <> '' or pg_get_expr(d.adbin, d.adrelid) like 'nextval(%')) as numbered,
       array(select k.confrelid::regclass::text from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.confrelid <> c.oid) as parents
     from pg_class c
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> $1
       and (c.relname = 'workspaces' or exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_uid' and not a.attisdropped))
     order by c.relname`,
    [NOT_MOVED],
  );
  const left = new Map<string, MovedTable & { parents: string[] }>(rows.map((row) => [row.name, row]));
  const ordered: MovedTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => !parents.some((parent) => left.has(parent)));
    if (free.length === 0) throw new Error(`These tables refer to each other in a circle: ${[...left.keys()]}`);
    for (const { parents: _, ...table } of free) {
      ordered.push(table);
      left.delete(table.name);
    }
  }
  return ordered;
}

/** Within a transaction of this connection, until its end: the rows of one workspace, and no others. */
export async function takeMover(cell: pg.Client, uid: WorkspaceUid): Promise<void> {
  await cell.query(`select set_config('role', 'app_mover', true), set_config('app.workspace_uid', $1, true)`, [uid]);
}

const takeOwner = (cell: pg.Client) => cell.query(`set local role none`);

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const of = (uid: WorkspaceUid, { tenant }: MovedTable) => `where "${tenant}" = ${literal(uid)}`;

/** Those of the tables that have rows of the workspace: of more than a hundred most have none. */
export async function listFilled(cell: pg.Client, uid: WorkspaceUid, tables: MovedTable[]): Promise<MovedTable[]> {
  const each = tables.map((table) => `exists (select from "${table.name}" ${of(uid, table)})`);
  const { rows } = await cell.query(`select array[${each.join(', ')}] as filled`);
  return tables.filter((_, at) => rows[0].filled[at]);
}

/**
 * The rows of a table, by a temporary one: row-level security takes no COPY. Columns that number rows are numbered anew, in their order, since
 * those of two databases would meet.
 */
export async function copyRows(source: pg.Client, target: pg.Client, uid: WorkspaceUid, table: MovedTable) {
  const { name, columns, numbered } = table;
  const given = columns.filter((column) => column !== numbered);
  const order = numbered ? ` order by "${numbered}"` : '';
  await takeOwner(target);
  await target.query(`create temporary table "moved_${name}" (like public."${name}") on commit drop`);
  await target.query(`grant select on "moved_${name}" to app_mover`);
  const rows = `select ${quoted(columns)} from "${name}" ${of(uid, table)}`;
  await copyBetween(source, rows, target, `"moved_${name}" (${quoted(columns)})`);
  await takeMover(target, uid);
  await target.query(
    `insert into "${name}" (${quoted(given)}) select ${quoted(given)} from pg_temp."moved_${name}"${order}`,
  );
}

/** How many rows there are, and a number that any other content would change; in no order, and without what is numbered anew. */
export async function digestRows(cell: pg.Client, uid: WorkspaceUid, table: MovedTable): Promise<string> {
  const given = table.columns.filter((column) => column !== table.numbered);
  const { rows } = await cell.query(
    `select count(*) || ' ' || coalesce(sum(hashtextextended(row(${quoted(given)})::text, 0)::numeric), 0) as digest
     from "${table.name}" ${of(uid, table)}`,
  );
  return rows[0].digest;
}

/** Those whom the workspace's rows need: its owner and members. */
export async function listPeople(cell: pg.Client, uid: WorkspaceUid): Promise<string[]> {
  const { rows } = await cell.query(
    `select owner_user_id as id from workspaces where uid = $1 union select user_id from workspace_members where workspace_uid = $1`,
    [uid],
  );
  return rows.map(({ id }) => id);
}

const PEOPLE = [
  { name: 'users', by: 'id' },
  { name: 'user_profiles', by: 'user_id' },
  { name: 'accounts', by: 'user_id' },
];

/** People are in each cell that holds a workspace of theirs; who is there already stays as they are. They sign in anew. */
export async function copyPeople(source: pg.Client, target: pg.Client, people: readonly string[]): Promise<void> {
  await Promise.all([source, target].map(takeOwner));
  for (const { name, by } of PEOPLE) {
    const columns = quoted(await listColumns(source, `public.${name}`));
    await target.query(`create temporary table "moved_${name}" (like public."${name}") on commit drop`);
    const rows = `select ${columns} from ${name} where "${by}" in (${people.map(literal).join(', ')})`;
    await copyBetween(source, rows, target, `"moved_${name}" (${columns})`);
    await target.query(
      `insert into ${name} (${columns}) select ${columns} from pg_temp."moved_${name}" on conflict do nothing`,
    );
  }
}

/** Whom the target has under another id, by address: such a person is two people, and the workspace stays. */
export async function listStrangers(
  source: pg.Client,
  target: pg.Client,
  people: readonly string[],
): Promise<string[]> {
  const { rows } = await source.query('select id, email from users where id = any($1)', [people]);
  const { rows: known } = await target.query('select id, email from users where email = any($1)', [
    rows.map(({ email }) => email),
  ]);
  return known.filter(({ id, email }) => !rows.some((row) => row.id === id && row.email === email)).map(({ id }) => id);
}

const JOBS = `data ->> 'workspaceUid' = `;

/** What waits in the queue; what was being worked on waits again. */
export async function copyJobs(source: pg.Client, target: pg.Client, uid: WorkspaceUid): Promise<void> {
  await Promise.all([source, target].map(takeOwner));
  const columns = await listColumns(source, 'pgboss.job');
  const values = columns.map((column) =>
    column === 'state' ? `case when state = 'active' then 'retry' else state end` : `"${column}"`,
  );
  await target.query('create temporary table "moved_job" (like pgboss.job) on commit drop');
  const rows = `select ${quoted(columns)} from pgboss.job where ${JOBS}${literal(uid)} and state < 'completed'`;
  await copyBetween(source, rows, target, `"moved_job" (${quoted(columns)})`);
  await target.query(
    `insert into pgboss.job (${quoted(columns)}) select ${values.join(', ')} from pg_temp."moved_job" on conflict do nothing`,
  );
}

const listColumns = async (cell: pg.Client, table: string): Promise<string[]> => {
  const { rows } = await cell.query(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by 1`,
    [table],
  );
  return rows.map(({ name }) => name);
};

/** What two databases must have in common: their migrations, and the queue's form. Null where a server never ran. */
export async function readForm(cell: pg.Client): Promise<string | null> {
  const { rows } = await cell.query(
    `select (select md5(string_agg(hash, ' ' order by hash)) from drizzle.__drizzle_migrations) as made,
       to_regclass('pgboss.version') is not null as "hasQueue"`,
  );
  if (!rows[0].hasQueue) return null;
  const { rows: queue } = await cell.query(
    `select (select version from pgboss.version) || ' ' || (select string_agg(name, ' ' order by name) from pgboss.queue) as form`,
  );
  return `${rows[0].made} ${queue[0].form}`;
}

const MOST = 2_000;
const GIVEN_UP = ['arriving', 'away', 'gone'];

/**
 * Takes away what a database holds of a workspace, in short transactions, while its home there is the one that was found: each statement looks at
 * home and rows at one moment, so what another move brings meanwhile stays.
 */
export async function deleteRows(
  cell: pg.Client,
  uid: WorkspaceUid,
  found: { state: string; mover: string | null },
): Promise<void> {
  if (!GIVEN_UP.includes(found.state)) throw new Error('The workspace is here: nothing of it is taken away.');
  for (const table of (await listMovedTables(cell)).reverse())
    for (let gone = MOST; gone === MOST; )
      gone = await within(cell, uid, async () => {
        const answer = await cell.query(
          `delete from "${table.name}" where ctid = any(array(select ctid from "${table.name}" ${of(uid, table)} and exists (
             select from workspace_home where workspace_uid = $1 and state = $2 and mover is not distinct from $3) limit ${MOST}))`,
          [uid, found.state, found.mover],
        );
        return answer.rowCount ?? 0;
      });
  await cell.query(
    `delete from pgboss.job where ${JOBS}$1 and not exists (select from workspace_home where workspace_uid = $1 and state = 'here')`,
    [uid],
  );
}

/** A transaction of the mover's. */
export async function within<Result>(
  cell: pg.Client,
  uid: WorkspaceUid,
  work: () => Promise<Result>,
  how = '',
): Promise<Result> {
  await cell.query(`begin ${how}`);
  try {
    await takeMover(cell, uid);
    const result = await work();
    await cell.query('commit');
    return result;
  } catch (error) {
    await cell.query('rollback').catch(() => {});
    throw error;
  }
}
