import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomText } from '@antiphon/contract/ids';
import pino from 'pino';
import type { Database } from '../../src/db/database.ts';
import { makeEmbeddedImage } from '../../src/db/open-embedded.ts';
import { startQueue } from '../../src/jobs/queue.ts';
import { createPostgresDatabase, dropPostgresDatabases } from './postgres-database.ts';

let remove = async () => {};

/**
 * Migrates one database of each kind before all tests, so that every other one begins as a copy: most of a file's time went
 * into migrations. Afterwards those that the workers kept are dropped. `vitest.config.ts` names this file as `globalSetup`.
 */
export async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'migrated-'));
  const image = join(folder, 'embedded.tar');
  writeFileSync(image, new Uint8Array(await (await makeEmbeddedImage(startQueueOnce)).arrayBuffer()));
  process.env.TEST_EMBEDDED_IMAGE = image;
  const server = process.env.TEST_DATABASE_URL;
  process.env.TEST_DATABASE_PREFIX = `test_${randomText(6).toLowerCase()}_`;
  process.env.TEST_DATABASE_TEMPLATE = server ? await makeTemplate(server) : '';
  remove = async () => {
    if (server) await dropPostgresDatabases(server, process.env.TEST_DATABASE_PREFIX ?? '');
    await rm(folder, { recursive: true });
  };
}

export const teardown = () => remove();

/** The queue makes its tables at its first start, which is most of the start of a server. */
async function startQueueOnce(database: Database) {
  const log = pino({ enabled: false });
  const queue = await startQueue({ database, deps: {}, jobs: [], listeners: [], schedules: [], log });
  await queue.stop();
}

async function makeTemplate(server: string): Promise<string> {
  const { database, url } = await createPostgresDatabase(server);
  await startQueueOnce(database);
  // Nobody may be connected to what is copied.
  await database.close();
  return new URL(url).pathname.slice(1);
}

let image: Blob | undefined;

/** Undefined outside of a whole run, such as in a benchmark: then the migrations run. */
export function readEmbeddedImage(): Blob | undefined {
  const file = process.env.TEST_EMBEDDED_IMAGE;
  if (file) image ??= new Blob([readFileSync(file)]);
  return image;
}
