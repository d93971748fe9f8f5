import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../../src/db/database.ts';

/** Every row of every table as text: what a dump of the database would hold, queue and outbox included. */
export async function dumpDatabase({ unscoped }: Database): Promise<string> {
  const tables = (await unscoped.execute(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )) as unknown as { rows: { name: string }[] };
  const parts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = (await unscoped.execute(sql.raw(`select t::text as line from ${name} t`))) as unknown as {
      rows: { line: string }[];
    };
    parts.push(name, ...rows.map(({ line }) => line));
  }
  return parts.join('\n');
}

/** Names and bytes of every file under a folder; empty where there is none. */
export function dumpFolder(folder: string): string {
  try {
    return (readdirSync(folder, { recursive: true }) as string[])
      .map((name) => join(folder, name))
      .map((path) => path + (statSync(path).isFile() ? readFileSync(path, 'latin1') : ''))
      .join('\n');
  } catch {
    return '';
  }
}

/** Which of the words stand in the text, as they are, in hexadecimal or in base64, whatever their case. */
export function findWords(text: string, words: readonly string[]): string[] {
  const searched = text.toLowerCase();
  return words.filter((word) =>
    [
      word,
      Buffer.from(word).toString('hex'),
      Buffer.from(word).toString('base64').replace(/=+$/, '').slice(0, -1),
    ].some((form) => searched.includes(form.toLowerCase())),
  );
}
