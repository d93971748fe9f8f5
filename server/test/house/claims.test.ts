import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// A query that locks what it finds runs once: `isOneOf` of server/src/db/is-among.ts says why `in` may not be written here.

const root = join(import.meta.dirname, '../../../server/src');

function locksWithin(text: string): string[] {
  const named = [...text.matchAll(/const (\w+) = tx\b[^;]*skipLocked: true[^;]*;/g)].map(([, name]) => name);
  const chained = named.filter((name) =>
    new RegExp(`inArray\\([^()]+, ${name}\\)|\\bin \\(?\\$\\{${name}\\}`).test(text),
  );
  const written = [...text.matchAll(/\bin \(\s*select\b[^;`]*?\)\s/g)].filter(([part]) => /skip locked/.test(part));
  return [...chained, ...written.map(([part]) => part)] as string[];
}

test('nothing is changed `in` a query that locks', () => {
  const found = globSync('**/*.{ts,sql}', { cwd: root })
    .filter((file) => !file.includes('migrations/') && !file.endsWith('.test.ts'))
    .flatMap((file) => locksWithin(readFileSync(join(root, file), 'utf8')).map((what) => `${file}: ${what}`));
  expect(found).toEqual([]);
});

test('planted: both ways of writing it are found', () => {
  const chained =
    "const due = tx\n.select()\n.for('update', { skipLocked: true });\ntx.update(a).where(inArray(a.id, due));";
  const inText = "const late = tx.select().for('update', { skipLocked: true });\nsql`${a.id} in ${late}`;";
  const written = 'update a set b = 1 where id in (\n select id from a limit 3 for update skip locked)\n returning id';
  expect([chained, inText, written].map((text) => locksWithin(text).length)).toEqual([1, 1, 1]);
});
