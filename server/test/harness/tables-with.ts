import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';

/** Names of the tables of every schema, those of the job queue among them, in whose rows the words stand. */
export async function tablesWith({ unscoped }: Pick<Database, 'unscoped'>, words: string): Promise<string[]> {
  const { rows } = (await unscoped.execute(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`)) as unknown as {
    rows: { schema: string; name: string }[];
  };
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const table = sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
    const hits = await unscoped.execute(sql`select 1 from ${table} t where strpos(t::text, ${words}) > 0`);
    if (hits.rows.length > 0) found.push(name);
  }
  return found.sort();
}
