import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** What the linter says, by the rules of this house, of a folder that holds these files alone. */
function lint(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'planted-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  for (const [name, text] of Object.entries({ ...files, 'biome.json': JSON.stringify({ root: true, linter }) }))
    writeFileSync(join(folder, name), text);
  const biome = join(root, 'node_modules/.bin/biome');
  const { stdout } = spawnSync(biome, ['lint', '--reporter=json', '.'], { cwd: folder, encoding: 'utf8' });
  const report = JSON.parse(stdout) as { diagnostics: { category: string }[] };
  return report.diagnostics.map(({ category }) => category.replace('lint/nursery/', '')).sort();
}

test('planted: promises that nobody waits for', () => {
  const database = `export type Database = { transaction<Result>(work: () => Promise<Result>): Promise<Result> };
export async function purge(database: Database) {
  await database.transaction(async () => 1);
}
`;
  const head = "import { type Database, purge } from './database.ts';\n\n";
  const waiting = `${head}export async function waits(database: Database) {
  await purge(database);
  void purge(database);
}
`;
  expect(lint({ 'database.ts': database, 'waiting.ts': waiting })).toEqual([]);
  const planted = `${head}export function forgets(database: Database, ids: string[]) {
  purge(database);
  database.transaction(async () => 1);
  ids.map(() => purge(database));
  ids.forEach(async () => {
    await purge(database);
  });
}
`;
  expect(lint({ 'database.ts': database, 'planted.ts': planted })).toEqual([
    'noFloatingPromises',
    'noFloatingPromises',
    'noFloatingPromises',
    'noMisusedPromises',
  ]);
});
