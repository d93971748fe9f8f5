import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';

type Column = { name: string; type: string; isRequired: boolean; isGenerated: boolean };
export type Table = { name: string; tenantColumn: string | null; columns: Column[] };

export async function rowsOf<Row>(database: Database, query: SQL): Promise<Row[]> {
  return ((await database.unscoped.execute(query)) as unknown as { rows: Row[] }).rows;
}

/** Every table of the product, from the catalogue, so that a new one is looked at on the day it is made. */
export async function listTables(database: Database): Promise<Table[]> {
  const tables = await rowsOf<Omit<Table, 'tenantColumn'>>(
    database,
    sql`select c.relname as name, json_agg(json_build_object(
          'name', a.attname, 'type', format_type(a.atttypid, null),
          'isGenerated', a.attgenerated <> '', 'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '') order by a.attnum) as columns
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        group by c.relname order by c.relname`,
  );
  return tables.map((table) => ({ ...table, tenantColumn: tenantColumnOf(table) }));
}

const tenantColumnOf = ({ name, columns }: Pick<Table, 'name' | 'columns'>) =>
  name === 'workspaces' ? 'uid' : (columns.find((column) => column.name === 'workspace_uid')?.name ?? null);

const DUMMIES: Record<string, (column: string, mark: string) => string> = {
  text: (column, mark) => `'${column}-${mark}'`,
  uuid: () => 'gen_random_uuid()',
  jsonb: () => "'{}'",
  tsvector: () => "''",
  bytea: () => "''",
  boolean: () => 'false',
  integer: () => '1',
  bigint: () => '1',
  real: () => '1',
  'double precision': () => '1',
  'timestamp with time zone': () => 'now()',
  date: () => 'now()',
};

/**
 * A row of dummies, told apart by `mark`: what has to be given, the workspace, and `given` by the column's name, as SQL. It need
 * not make sense to other rows: insert it where foreign keys are left aside.
 */
export function insertOf(
  { name, tenantColumn, columns }: Table,
  workspaceUid: string,
  mark: string,
  given: Record<string, string> = {},
): string {
  const filled = columns.filter((one) => one.isRequired || one.name === tenantColumn || one.name in given);
  const values = filled.map((column) => {
    if (given[column.name] !== undefined) return given[column.name];
    if (column.name === tenantColumn) return `'${workspaceUid}'`;
    if (column.type.endsWith('[]')) return "'{}'";
    const dummy = DUMMIES[column.type];
    if (!dummy) throw new Error(`${name}.${column.name}: this test knows no value of type ${column.type}`);
    return dummy(column.name, mark);
  });
  return `insert into "${name}" (${filled.map((column) => `"${column.name}"`).join(', ')}) values (${values.join(', ')})`;
}
