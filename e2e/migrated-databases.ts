import { databaseName, hasPostgres } from './databases.ts';
import { startServer } from './server.ts';

/**
 * One server of each kind of database makes its own before all specs, so that the database of each spec's server begins as a
 * copy (`startServer`): most of a start went into migrations. `playwright.config.ts` names this file as `globalSetup`.
 */
export default async function setup() {
  const embedded = await startServer({ database: 'embedded' });
  await embedded.stop();
  process.env.MIGRATED_FOLDER = embedded.dataDir;
  const served = hasPostgres() ? await startServer() : undefined;
  await served?.stop();
  if (served) process.env.MIGRATED_DATABASE = databaseName(served.databaseUrl);
  return async () => {
    await embedded.dispose();
    await served?.dispose();
  };
}
