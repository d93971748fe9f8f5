import { rmSync } from 'node:fs';
import { startServer } from './server.ts';

/**
 * One server makes its data folder before all specs, so that the database of each spec's own server begins as a copy
 * (`startServer`): most of a start went into migrations. `playwright.config.ts` names this file as `globalSetup`.
 */
export default async function setup() {
  const server = await startServer();
  await server.stop();
  process.env.MIGRATED_FOLDER = server.dataDir;
  return () => rmSync(server.dataDir, { recursive: true, force: true });
}
