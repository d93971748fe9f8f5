import { basename } from 'node:path';
import { newWorkspaceUid } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import { afterAll, expect, onTestFinished, TestRunner } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { makeScope, makeSystemScope } from '../../src/db/make-scope.ts';
import { openEmbedded } from '../../src/db/open-embedded.ts';
import { takeKept } from './kept-databases.ts';
import { readEmbeddedImage } from './migrated-databases.ts';
import { createPostgresDatabase } from './postgres-database.ts';

export type TestDatabase = { name: 'embedded' | 'postgres'; database: Database };

/**
 * Migrated databases with nothing in them: the embedded one and PostgreSQL, where `TEST_DATABASE_URL` names a server
 * (`scripts/with-postgres.mjs` starts one). Whoever changes their tables or functions changes them back.
 * For what the two of them may do differently (transactions, credits, the queue).
 * At the top of a file: `describe.each(await openBothDatabases())('thing on $name', ({ database }) => ...)`.
 */
export async function openBothDatabases(): Promise<TestDatabase[]> {
  if (!process.env.TEST_DATABASE_URL) return [await openKeptEmbedded()];
  return [await openKeptEmbedded(), await openKeptPostgres()];
}

/**
 * For what a slice asks of its tables: one of the two, always the same for a file, every third time the embedded one; both with
 * `npm test -- soak`.
 */
export async function openTestDatabases(): Promise<TestDatabase[]> {
  if (process.env.SOAK || !process.env.TEST_DATABASE_URL) return openBothDatabases();
  const { testPath = '' } = expect.getState();
  const turn = [...basename(testPath)].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return [turn % 3 === 0 ? await openKeptEmbedded() : await openKeptPostgres()];
}

async function openKeptEmbedded(): Promise<TestDatabase> {
  const open = () => openInMemory('na');
  return { name: 'embedded', database: (await takeKept('embedded', open)) ?? (await openTestEmbedded('na')) };
}

async function openKeptPostgres(): Promise<TestDatabase> {
  const open = async () => (await createPostgresDatabase(serverUrl())).database;
  return { name: 'postgres', database: (await takeKept('postgres', open)) ?? (await openTestPostgres()) };
}

/**
 * For journeys and walks, which go through the whole server: PostgreSQL alone, or the embedded database where there is none; both
 * with `npm test -- soak`. What a query does on the two of them is shown beside it, in the tests of its slice.
 */
export async function openJourneyDatabases(): Promise<TestDatabase[]> {
  return process.env.SOAK || !process.env.TEST_DATABASE_URL ? openBothDatabases() : [await openKeptPostgres()];
}

const openInMemory = (region: Region) => openEmbedded(region, 'memory', readEmbeddedImage());

async function openTestEmbedded(region: Region): Promise<Database> {
  const database = await openInMemory(region);
  atEnd(() => database.close());
  return database;
}

/** The other region beside one of `openTestDatabases`: of the same kind, closed and dropped likewise. */
export async function openTestEurope(kind: TestDatabase['name']): Promise<Database> {
  if (kind === 'embedded') return openTestEmbedded('eu');
  const { database, drop } = await createPostgresDatabase(serverUrl(), 20, 'eu');
  atEnd(drop);
  return database;
}

/** For what only PostgreSQL can show, such as concurrency (`*.pg.test.ts`). Throws where no server is named. */
export async function openTestPostgres(connectionsMax = 20): Promise<Database> {
  const { database, drop } = await createPostgresDatabase(serverUrl(), connectionsMax);
  atEnd(drop);
  return database;
}

/** Of the test that runs, else of the file: what a test gives to `afterAll` is never called, and its connections would stay. */
const atEnd = (work: () => Promise<void>) => (TestRunner.getCurrentTest() ? onTestFinished(work) : afterAll(work));

/** The scope of a workspace that holds nothing yet; tables of other nouns may want its row in `workspaces` first. */
export const newTestScope = () => makeScope(newWorkspaceUid());

export const testSystemScope = makeSystemScope('test');

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url)
    throw new Error(
      'This test needs PostgreSQL: run it under `node scripts/with-postgres.mjs`, or set TEST_DATABASE_URL.',
    );
  return url;
}
