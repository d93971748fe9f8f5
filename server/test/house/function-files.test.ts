import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { type FunctionFile, findFunctionChanges, readFunctionFiles } from '../../src/db/function-files.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const files = await readFunctionFiles();
const plant = (name: string, change: (statements: string[]) => string[]) =>
  files.map((file) => (file.name === name ? { ...file, statements: change(file.statements) } : file));

/** What is left to change after a migration of the changes; the database stays as it was. */
async function applyAndCompare(database: Database, wanted: readonly FunctionFile[]): Promise<string[]> {
  let left: string[] | undefined;
  await database.unscoped
    .transaction(async (tx) => {
      for (const statement of await findFunctionChanges({ ...database, unscoped: tx as never }, wanted))
        await tx.execute(sql.raw(statement));
      left = await findFunctionChanges({ ...database, unscoped: tx as never }, wanted);
      tx.rollback();
    })
    .catch((error: unknown) => {
      if (left === undefined) throw error;
    });
  return left as string[];
}

describe.each(await openJourneyDatabases())('functions on $name', ({ database }) => {
  it('of a migrated database are those of the files', async () => {
    expect(files.length).toBeGreaterThan(20);
    expect(await findFunctionChanges(database, files)).toEqual([]);
  });

  const other = 'create or replace function another() returns int language sql as $$ select 1 $$;';
  it.each<[string, FunctionFile[], RegExp[]]>([
    ['a body', plant('count_message', ([text = '']) => [text.replace('< 1', '< 2')]), [/^-- Counts/]],
    [
      'an argument',
      plant('count_message', ([text = '']) => [text.replace('p_limit int)', 'p_limit int, p_by int default 1)')]),
      [/^drop function count_message;$/, /^-- Counts/],
    ],
    [
      'a right',
      plant('take_email_window', (statements) => statements.slice(0, 2)),
      [/^drop function take_email_window;$/, /^-- All tenants/, /^revoke/],
    ],
    [
      'a setting',
      plant('take_email_window', ([text = '', ...rest]) => [text.replace(', pg_temp', ''), ...rest]),
      [/^--/, /^revoke/, /^grant/],
    ],
    ['a function that is gone', files.filter(({ name }) => name !== 'take_rates'), [/^drop function take_rates;$/]],
    [
      'a function that is new',
      [{ name: 'another', statements: [other] }, ...files],
      [/^create or replace function another/],
    ],
  ])('planted: %s changed in a file alone is found, with what a migration needs', async (_, wanted, statements) => {
    const changes = await findFunctionChanges(database, wanted);
    expect(changes).toEqual(statements.map((statement) => expect.stringMatching(statement)));
    expect(await applyAndCompare(database, wanted)).toEqual([]);
    expect(await findFunctionChanges(database, files)).toEqual([]);
  });

  it('planted: a file that makes another function than it is named for is refused', async () => {
    await expect(findFunctionChanges(database, [...files, { name: 'wrong', statements: [other] }])).rejects.toThrow(
      'a file makes the one function that it is named for',
    );
  });
});
