import pg from 'pg';

// Databases of the journeys' servers on the PostgreSQL that `TEST_DATABASE_URL` names.

export const hasPostgres = () => Boolean(process.env.TEST_DATABASE_URL);

/** A database of its own, a copy of the one that was migrated before all specs; its address. */
export async function createDatabase(): Promise<string> {
  const name = `journey_${crypto.randomUUID().slice(0, 8)}`;
  const migrated = process.env.MIGRATED_DATABASE;
  await query(administrator(), `create database ${name}${migrated ? ` template ${migrated}` : ''}`);
  return Object.assign(new URL(administrator()), { pathname: `/${name}` }).href;
}

export const databaseName = (url: string) => new URL(url).pathname.slice(1);

export const dropDatabase = (url: string) => query(administrator(), `drop database ${databaseName(url)} with (force)`);

/** For what no call can do yet. */
export const runSql = (server: { databaseUrl: string }, ...statements: string[]) =>
  query(server.databaseUrl, ...statements);

const administrator = () => process.env.TEST_DATABASE_URL ?? '';

async function query(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
