import { randomText } from '@antiphon/contract/ids';
import type { Region } from '@antiphon/contract/regions';
import pg from 'pg';
import type { Database } from '../../src/db/database.ts';
import { DEFAULT_POOLS, openPostgres } from '../../src/db/open-postgres.ts';

/** Any number that no other lock of the maintenance database uses. */
const CREATE_LOCK = 7_042_612;

/**
 * A fresh, migrated database on the server that `server` names: a copy of the one that a run prepares on its own server, else
 * migrated here. Whoever calls this must call `drop`.
 */
export async function createPostgresDatabase(
  server: string,
  connectionsMax = 20,
  region: Region = 'na',
): Promise<{ database: Database; url: string; drop: () => Promise<void> }> {
  const name = `${process.env.TEST_DATABASE_PREFIX ?? 'test_'}${randomText(12).toLowerCase()}`;
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const database = await asAdministrator(server, async (client) => {
    // Roles belong to the whole server: two migrations that grant them at the same moment would fail each other.
    await client.query('select pg_advisory_lock($1)', [CREATE_LOCK]);
    const template = server === process.env.TEST_DATABASE_URL ? process.env.TEST_DATABASE_TEMPLATE : undefined;
    await client.query(`create database ${name}${template ? ` template ${template}` : ''}`);
    return openPostgres(region, url, {
      visitors: connectionsMax,
      background: Math.min(connectionsMax, DEFAULT_POOLS.background),
      // What is looked at is the product: a seed may take long on a busy machine.
      answerMs: 120_000,
    });
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

/** Those whose names begin so. */
export const dropPostgresDatabases = (server: string, prefix: string) =>
  asAdministrator(server, async (client) => {
    const { rows } = await client.query('select datname as name from pg_database where starts_with(datname, $1)', [
      prefix,
    ]);
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`);
  });

async function asAdministrator<Result>(server: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
