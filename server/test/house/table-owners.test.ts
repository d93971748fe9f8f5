import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName, is, Table } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { alsoWritten, owners } from './table-owners.ts';

const src = join(import.meta.dirname, '../../src');

type Source = { file: string; text: string };

async function listTables(): Promise<Map<string, string>> {
  const files = globSync('db/schema/*.ts', { cwd: src });
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ join(src, file))));
  const exported = modules.flatMap((module) => Object.entries(module as Record<string, unknown>));
  return new Map(exported.flatMap(([name, value]) => (is(value, Table) ? [[name, getTableName(value)] as const] : [])));
}

const tables = await listTables();
const names = new Set(tables.values());
const sources: Source[] = globSync('**/*.ts', { cwd: src })
  .filter((file) => !/\.test\.ts$|^db\/(schema|migrations)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }));

/** `domain/leads/leads.queries.ts` is of `leads`, `http/rate-limits.ts` of `http`. */
const sliceOf = (file: string) => (file.startsWith('domain/') ? file.split('/')[1] : file.split('/')[0]);

/** The tables that a module writes: by the query builder, by the helpers of purges, or in words. */
function writtenBy({ text }: Source): string[] {
  const imported = new Map<string, string>();
  for (const [, list = ''] of text.matchAll(/import \{([^}]*)\} from '[^']*\/schema\/[^']*'/g))
    for (const part of list.split(',')) {
      const [name = '', alias = name] = part.trim().split(' as ');
      const table = tables.get(name);
      if (table) imported.set(alias, table);
    }
  const built = [...text.matchAll(/\.(?:insert|update|delete)\(\s*(\w+)|\bdeleteSome\(\s*tx,\s*(\w+)/g)];
  const worded = [...text.matchAll(/\b(?:insert into|delete from|update) (\w+)/g)];
  const found = [...built.map(([, one, other]) => imported.get(one ?? other ?? '')), ...worded.map(([, name]) => name)];
  return [...new Set(found.filter((table) => table !== undefined && names.has(table)))] as string[];
}

const mayWrite = (slice: string | undefined, table: string) =>
  slice !== undefined && (owners[table] === slice || Object.hasOwn(alsoWritten[table] ?? {}, slice));
/** The two places of the plumbing that keep what requests answered. */
const isPlumbing = (file: string, table: string) => file === 'db/forget-answers.ts' && table === 'idempotency_keys';
const emits = (file: string, table: string) => file === 'domain/events/events.queries.ts' && table === 'outbox';

const strangersIn = (all: readonly Source[]) =>
  all.flatMap((source) =>
    writtenBy(source)
      .filter((table) => !mayWrite(sliceOf(source.file), table))
      .filter((table) => !isPlumbing(source.file, table) && !emits(source.file, table))
      .map((table) => `${source.file} writes ${table}, which is of ${owners[table]}`),
  );

test('every table has one owner, and nobody else writes it', () => {
  expect([...names].filter((table) => !owners[table])).toEqual([]);
  expect(Object.keys(owners).filter((table) => !names.has(table))).toEqual([]);
  expect(strangersIn(sources)).toEqual([]);
});

test('whoever else is named does write it', () => {
  const idle = Object.entries(alsoWritten).flatMap(([table, slices]) =>
    Object.keys(slices)
      .filter((slice) => !sources.some((one) => sliceOf(one.file) === slice && writtenBy(one).includes(table)))
      .map((slice) => `${slice} does not write ${table}`),
  );
  expect(idle).toEqual([]);
});

test('planted: a slice that writes what is of another, in each of the three ways', () => {
  const imports = `import { messages as said } from '../../db/schema/conversations.ts';`;
  const planted = [
    `${imports} await tx.update(said).set({ text: '' });`,
    `${imports} deleteSome(tx, said, condition, most);`,
    'await tx.execute(sql`delete from messages where id = 1`);',
  ].map((text, at) => ({ file: `domain/leads/planted-${at}.queries.ts`, text }));
  expect(strangersIn(planted)).toHaveLength(3);
});
