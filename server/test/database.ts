import { newWorkspaceUid, randomText } from '@antiphon/contract/ids';
import pg from 'pg';
import { afterAll } from 'vitest';
import type { Database } from '../src/db/database.ts';
import { makeScope, makeSystemScope } from '../src/db/make-scope.ts';
import { openEmbedded } from '../src/db/open-embedded.ts';
import { openPostgres } from '../src/db/open-postgres.ts';

export type TestDatabase = { name: 'embedded' | 'postgres'; database: Database };

/** Any number that no other lock of the maintenance database uses. */
const CREATE_LOCK = 7_042_612;

/**
 * Fresh, migrated databases: the embedded one always, PostgreSQL where `TEST_DATABASE_URL` names a server
 * (`scripts/with-postgres.mjs` starts one). They are closed and dropped after the last test of the file.
 * At the top of a file: `describe.each(await openTestDatabases())('thing on $name', ({ database }) => ...)`.
 */
export async function openTestDatabases(): Promise<TestDatabase[]> {
  const embedded = await openEmbedded('na', 'memory');
  afterAll(() => embedded.close());
  const found: TestDatabase[] = [{ name: 'embedded', database: embedded }];
  if (process.env.TEST_DATABASE_URL) found.push({ name: 'postgres', database: await openTestPostgres() });
  return found;
}

/** For what only PostgreSQL can show, such as concurrency (`*.pg.test.ts`). Throws where no server is named. */
export async function openTestPostgres(connectionsMax = 20): Promise<Database> {
  const { database, drop } = await createPostgresDatabase(serverUrl(), connectionsMax);
  afterAll(drop);
  return database;
}

/** Without vitest: whoever calls this must call `drop`. */
export async function createPostgresDatabase(
  server: string,
  connectionsMax = 20,
): Promise<{ database: Database; url: string; drop: () => Promise<void> }> {
  const name = `test_${randomText(12).toLowerCase()}`;
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await asAdministrator(server, async (client) => {
    // Roles belong to the whole server: two migrations that grant them at the same moment would fail each other.
    await client.query('select pg_advisory_lock($1)', [CREATE_LOCK]);
    await client.query(`create database ${name}`);
    return openPostgres('na', url, connectionsMax);
  });
  return {
    database,
    url,
    async drop() {
      await database.close();
      await asAdministrator(server, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

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

async function asAdministrator<Result>(server: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
