import { createPostgresDatabase, dropPostgresDatabase } from './postgres-database.ts';

// For journeys that need PostgreSQL: `node server/test/own-database.ts create` prints the address of a migrated database on
// the server that TEST_DATABASE_URL names; `... drop ADDRESS` removes it.
const [what, address] = process.argv.slice(2);
const server = process.env.TEST_DATABASE_URL;
if (!server) throw new Error('TEST_DATABASE_URL is not set: run this under `node scripts/with-postgres.mjs`.');
if (what === 'create') {
  const { database, url } = await createPostgresDatabase(server);
  await database.close();
  process.stdout.write(url);
} else if (what === 'drop' && address) {
  await dropPostgresDatabase(server, new URL(address).pathname.slice(1));
} else throw new Error('Usage: own-database.ts create | drop ADDRESS');
