import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';

/** The statements of one file: the function, then who owns it and may call it. */
export type FunctionFile = { name: string; statements: string[] };

const BREAK = '--> statement-breakpoint';
const folder = fileURLToPath(new URL('./functions/', import.meta.url));

export async function readFunctionFiles(): Promise<FunctionFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (file) => ({
      name: file.slice(0, -'.sql'.length),
      statements: (await readFile(`${folder}${file}`, 'utf8')).split(BREAK).map((statement) => statement.trim()),
    })),
  );
}

/**
 * The statements that make the functions of a migrated database those of the files; none where they are. PostgreSQL compares: the
 * files are run in a schema of their own, which is rolled back. Throws where a file makes another function than it is named for.
 */
export async function findFunctionChanges(database: Database, files: readonly FunctionFile[]): Promise<string[]> {
  const ordered = orderByUse(files);
  let before = new Map<string, Made>();
  let after = new Map<string, Made>();
  await database.unscoped
    .transaction(async (tx) => {
      const list = async (schema: string) => {
        const { rows } = (await tx.execute(listOf(schema))) as unknown as { rows: Made[] };
        return new Map(rows.map((made) => [made.name, made]));
      };
      before = await list('public');
      await tx.execute(sql`create schema made`);
      await tx.execute(sql`set local search_path = made, public`);
      for (const statement of ordered.flatMap(({ statements }) => statements)) await tx.execute(sql.raw(statement));
      after = await list('made');
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  for (const name of new Set([...files.map((file) => file.name), ...after.keys()]))
    if (!after.has(name) || !files.some((file) => file.name === name))
      throw new Error(`${name}: a file makes the one function that it is named for`);
  const changed = ordered.filter(({ name }) => !isSame(before.get(name), after.get(name)));
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const replaced = changed.filter(({ name }) => before.get(name) && before.get(name)?.frame !== after.get(name)?.frame);
  return [
    ...[...gone, ...replaced.map(({ name }) => name)].map((name) => `drop function ${name};`),
    ...changed.flatMap(({ statements }) => statements),
  ];
}

/** As a migration holds them. */
export const writeStatements = (statements: readonly string[]) => `${statements.join(`\n${BREAK}\n`)}\n`;

/** `frame` is what `create or replace` cannot change or leaves as it was: arguments, answer, owner, grants. */
type Made = { name: string; definition: string; frame: string };

class RolledBack extends Error {}

const isSame = (before: Made | undefined, after: Made | undefined) =>
  before?.definition === after?.definition && before?.frame === after?.frame;

/** Without what extensions brought. */
const listOf = (schema: string) => sql`
  select p.proname as name,
    replace(pg_get_functiondef(p.oid), ${`FUNCTION ${schema}.`}::text, 'FUNCTION ') as definition,
    concat_ws(' | ', pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), pg_get_userbyid(p.proowner),
      array(select unnest(coalesce(p.proacl, acldefault('f', p.proowner)))::text order by 1)) as frame
  from pg_proc p
  where p.pronamespace = ${schema}::text::regnamespace
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  order by p.proname`;

/** Those that others call come first: PostgreSQL looks into a body of plain SQL when it is made. */
function orderByUse(files: readonly FunctionFile[]): FunctionFile[] {
  const ordered = new Set<FunctionFile>();
  const visit = (file: FunctionFile, callers: readonly FunctionFile[]) => {
    if (ordered.has(file) || callers.includes(file)) return;
    const body = file.statements.join('\n');
    for (const other of files) if (new RegExp(`\\b${other.name}\\(`).test(body)) visit(other, [...callers, file]);
    ordered.add(file);
  };
  for (const file of files) visit(file, []);
  return [...ordered];
}
