import { databaseName, hasPostgres } from './databases.ts';
import { startServer } from './server.ts';

/**
 * One server of each kind of database makes its own before all specs, so that the database of each spec's server begins as a
 * copy (`startServer`): most of a start went into migrations. `playwright.config.ts` names this file as `globalSetup`.
 */
export default async function setup() {
  const [embedded, served] = await Promise.all([
    startServer({ database: 'embedded' }),
    hasPostgres() ? startServer() : undefined,
  ]);
  await Promise.all([embedded.stop(), served?.stop()]);
  process.env.MIGRATED_FOLDER = embedded.dataDir;
  if (served) process.env.MIGRATED_DATABASE = databaseName(served.databaseUrl);
  return async () => {
    await embedded.dispose();
    await served?.dispose();
  };
}
