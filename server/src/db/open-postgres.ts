import { createHash } from 'node:crypto';
import type { Region } from '@antiphon/contract/regions';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { type Connections, type Database, homeOf, makeDatabase, type Setup, type Tx } from './database.ts';
import { migrateApart } from './migrate-apart.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { asMoved, type Home, Moved } from './moved.ts';
import { isPassing } from './passing-errors.ts';
import { type Missed, readFromReplica } from './replica-reads.ts';
import { demandDirect, demandSettings, STARTUP_OPTIONS, setForRole } from './session-settings.ts';

/** Any number that no other program uses for its advisory lock: two starting processes migrate one after the other. */
const MIGRATION_LOCK = 7_042_611;

/** How many connections to one database a process opens at the most. */
export type Pools = {
  /** For whatever a person or a visitor waits for. */
  visitors: number;
  /** For searches, reports, exports, purges. */
  background: number;
  /** For the queue; it takes one more, to listen. */
  jobs: number;
  /** A query of visitors that nobody answered by then is given up: a line that was cut says nothing. The background waits twice as long. */
  answerMs: number;
};

/**
 * With LISTEN's own they are 18: four processes on one database leave room in the 100 that PostgreSQL accepts unless told
 * otherwise, of which 3 are its administrators'.
 */
export const DEFAULT_POOLS: Pools = { visitors: 10, background: 3, jobs: 3, answerMs: 8_000 };

/**
 * Throws when the server cannot be reached. `direct`: where `connectionString` leads to a pooler that lends a session for one
 * transaction at a time, the address of the database itself, for what needs a session that lasts. `replica`: who is read for exports
 * and reports; an empty address is none.
 */
export async function openPostgres(
  region: Region,
  connectionString: string,
  given: Partial<Pools> = {},
  direct: string | null = null,
  replica: { url: string; onMissed(why: Missed): void } | null = null,
): Promise<Database> {
  const pools = { ...DEFAULT_POOLS, ...given };
  const isPooled = direct !== null;
  const directUrl = direct ?? connectionString;
  await migrateOnce(directUrl, isPooled);
  if (isPooled) await withClient(connectionString, demandSettings);
  const pool = makePool(connectionString, pools.visitors, isPooled, pools.answerMs);
  const behind = makePool(connectionString, pools.background, isPooled, 2 * pools.answerMs);
  const backgroundConnections = connectionsOf(behind, isPooled);
  const reads = replica?.url
    ? makePool(replica.url, pools.background, false, 2 * pools.answerMs, 'antiphon reads')
    : undefined;
  return makeDatabase({
    region,
    kind: 'postgres',
    unscoped: drizzle({ client: pool }),
    ...connectionsOf(pool, isPooled),
    behind: { ...backgroundConnections, most: pools.background },
    reading:
      reads &&
      readFromReplica(
        (setup, work) => runTransaction(reads, setup, work),
        { ...backgroundConnections, pool: behind },
        replica?.onMissed ?? (() => {}),
      ),
    directUrl,
    queueConnection: { connectionString: directUrl, max: pools.jobs, keepAlive: true, query_timeout: QUEUE_ANSWER_MS },
    close: async () => {
      await Promise.all([pool.end(), behind.end(), reads?.end()]);
    },
  });
}

/** The queue's own sweeps take long at times; a line that was cut says nothing. */
const QUEUE_ANSWER_MS = 60_000;

/** A new connection plans every function anew, which costs as much as a dozen turns: one that only a crowd needs waits for the next. */
const IDLE_MS = 5 * 60_000;

function makePool(connectionString: string, max: number, isPooled: boolean, answerMs: number, name?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: answerMs,
    keepAlive: true,
    ...(name ? { application_name: name } : {}),
    // Through a pooler the role has them.
    ...(isPooled ? {} : { options: STARTUP_OPTIONS }),
  });
  // An idle connection that PostgreSQL closes is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** A named statement is parsed once a connection; the connection that a pooler lends is another each time. */
const connectionsOf = (pool: pg.Pool, isPooled: boolean): Connections => ({
  run: (setup, work) => runTransaction(pool, setup, work),
  callOnce: (text, values) =>
    pool.query({ ...(isPooled ? {} : { name: statementName(text) }), text, values: [...values] }),
});

const names = new Map<string, string>();

/** By what it says, so that two processes never mean two things by one name. There are as many texts as functions that are called. */
function statementName(text: string): string {
  const name = names.get(text) ?? `call_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  names.set(text, name);
  return name;
}

const migrateOnce = (directUrl: string, isPooled: boolean) =>
  withClient(directUrl, async (client) => {
    await demandDirect(client);
    // What the role has is for the work of visitors.
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateApart(client, migrationsFolder);
    if (isPooled) await setForRole(client);
  });

async function withClient(connectionString: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

const wrapped = new WeakMap<pg.PoolClient, Tx>();

function wrap(client: pg.PoolClient): Tx {
  const tx: Tx = drizzle({ client });
  wrapped.set(client, tx);
  // The pool listens to idle connections only: one that breaks between two queries would end the process. The next query fails.
  client.on('error', () => {});
  return tx;
}

/**
 * Begins, takes the role, asks where the workspace is, all in one round trip: a turn has half a dozen transactions, and each waits for its
 * beginning.
 */
async function begin(client: pg.PoolClient, { role, workspaceUid, isSnapshot }: Setup): Promise<Home> {
  const uid = client.escapeLiteral(workspaceUid);
  const isolation = isSnapshot ? ' isolation level repeatable read' : '';
  const taking = `begin${isolation}; set local role ${role}; set local app.workspace_uid to ${uid}`;
  if (role === 'app_system') return client.query(taking).then(() => 'here');
  const answers = (await client.query(`${taking}; select ${homeOf(uid)} as home`)) as unknown as {
    rows: { home: Home }[];
  }[];
  return answers.at(-1)?.rows[0]?.home ?? 'here';
}

async function runTransaction<Result>(pool: pg.Pool, setup: Setup, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  const tx = wrapped.get(client) ?? wrap(client);
  let broken: Error | undefined;
  let home: Home = 'here';
  try {
    home = await begin(client, setup);
    if (home === 'away') throw new Moved(home);
    const result = await work(tx);
    await client.query('commit');
    return result;
  } catch (thrown) {
    const error = asMoved(thrown, home);
    // A connection that cannot roll back is not given to the next transaction; one that does not answer is not asked again.
    if (isPassing(error) && !(error instanceof Moved)) broken = error as Error;
    else
      await client.query('rollback').catch((second: Error) => {
        broken = second;
      });
    throw error;
  } finally {
    client.release(broken);
  }
}
