// `npm run db:generate -- --name what`: a migration of what changed in server/src/db/schema (by drizzle-kit, which gets the options)
// and in server/src/db/functions.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { handOver, root } from './runtime.mjs';

handOver('generate-migration.mjs');
const { findFunctionChanges, readFunctionFiles, writeStatements } = await import('../server/src/db/function-files.ts');
const { openEmbedded } = await import('../server/src/db/open-embedded.ts');
const { migrationsFolder } = await import('../server/src/db/migrations-folder.ts');

const listMigrations = () => readdirSync(migrationsFolder).sort();

const before = listMigrations();
generate();
const statements = await findChanges();
if (statements.length > 0) {
  // Where no table changed there is none yet: drizzle-kit makes one that holds a remark.
  const isOfTables = listMigrations().length > before.length;
  if (!isOfTables) generate('--custom');
  const folder = listMigrations().find((name) => !before.includes(name));
  const file = join(migrationsFolder, folder, 'migration.sql');
  const tables = isOfTables ? [readFileSync(file, 'utf8').trimEnd()] : [];
  writeFileSync(file, writeStatements([...tables, ...statements]));
  console.log(`${statements.length} statements of server/src/db/functions were added to ${file}`);
}

function generate(...options) {
  const args = ['generate', '--config', 'server/drizzle.config.ts', ...options, ...process.argv.slice(2)];
  const { status } = spawnSync('drizzle-kit', args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

async function findChanges() {
  const database = await openEmbedded('na', 'memory');
  try {
    return await findFunctionChanges(database, await readFunctionFiles());
  } finally {
    await database.close();
  }
}
