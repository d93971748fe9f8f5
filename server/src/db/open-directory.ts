import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database } from './database.ts';

/**
 * The table `host_claims` of a database that may be another region's: one connection, opened when it is needed and closed
 * after ten seconds without work. The role of the address needs rights to that table alone. `isPooled`: its address is a pooler's.
 */
export function openDirectory(connectionString: string, isPooled: boolean): Pick<Database, 'unscoped' | 'close'> {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
    ...(isPooled ? {} : { options: '-c synchronous_commit=on -c statement_timeout=5000' }),
  });
  pool.on('error', () => {});
  return { unscoped: drizzle({ client: pool }), close: () => pool.end() };
}
