import { setTimeout as wait } from 'node:timers/promises';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/pg-core/async/session';
import type pg from 'pg';

/**
 * How long a migration waits for a table. Whoever comes behind it waits as long, and PostgreSQL looks for a deadlock after a second:
 * so it is the migration that gives way, and no call of the release before fails.
 */
const LOCK_WAIT_MS = 500;
const TRIES = 60;
const PAUSE_MS = 250;

/** `lock_not_available` and `deadlock_detected`: nothing was changed, and another moment may be better. */
const BUSY = ['55P03', '40P01'];

/**
 * Makes what is missing, each migration in a transaction of its own: all in one would hold every table that any of them touches until
 * the last is made. Where people are in the way it is tried again for half a minute. Throws what a migration throws; those before
 * it stay made.
 */
export async function migrateApart(client: pg.Client, migrationsFolder: string): Promise<void> {
  const all = readMigrationFiles({ migrationsFolder });
  const database = drizzle({ client });
  await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
  for (let most = 1; most <= all.length; most += 1)
    await again(() => migrate(all.slice(0, most), database, { migrationsFolder }));
}

async function again(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries >= TRIES || !isBusy(error)) throw error;
      await wait(PAUSE_MS);
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && BUSY.includes(String(error.code))) || isBusy(error.cause));
