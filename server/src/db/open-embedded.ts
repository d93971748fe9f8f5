import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Region } from '@antiphon/contract/regions';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite } from 'pg-boss';
import { type Connections, type Database, makeDatabase, takeSetup } from './database.ts';
import { lockFolder } from './lock-folder.ts';
import { migrationsFolder } from './migrations-folder.ts';
import { asMoved, type Home, Moved } from './moved.ts';

/**
 * PostgreSQL in WebAssembly on a folder; `memory` keeps it in memory, for tests. It has one connection: transactions run one
 * after the other. It never calls fsync: a killed process loses nothing that was acknowledged, a power cut may. `image` is
 * what one in memory begins with (`makeEmbeddedImage`).
 */
export async function openEmbedded(region: Region, folder: string | 'memory', image?: Blob): Promise<Database> {
  const unlock = folder === 'memory' ? () => Promise.resolve() : await prepare(folder);
  const { client, unscoped } = await openMigrated({
    ...(folder === 'memory' ? {} : { dataDir: join(folder, 'pg') }),
    ...(image ? { loadDataDir: image } : {}),
  });
  const close = async () => {
    await client.close();
    await unlock();
  };
  return toDatabase(region, { client, unscoped }, close);
}

type Opened = Awaited<ReturnType<typeof openMigrated>>;

function toDatabase(region: Region, { client, unscoped }: Opened, close: () => Promise<void>): Database {
  const connections: Connections = {
    async run(setup, work) {
      let home: Home = 'here';
      try {
        return await unscoped.transaction(async (tx) => {
          home = await takeSetup(tx, setup);
          if (home === 'away') throw new Moved(home);
          return work(tx);
        });
      } catch (error) {
        throw asMoved(error, home);
      }
    },
    callOnce: (statement, values) => client.query(statement, [...values]),
  };
  return makeDatabase({
    region,
    kind: 'embedded',
    unscoped,
    ...connections,
    // One connection serves both: a visitor waits for one work of the background at the most.
    behind: { ...connections, most: 1 },
    queueConnection: { db: fromPglite(client) },
    directUrl: null,
    close,
  });
}

/** A migrated database with what `prepare` puts into it, to begin others with. */
export async function makeEmbeddedImage(prepare: (database: Database) => Promise<void>): Promise<Blob> {
  const opened = await openMigrated({});
  await prepare(toDatabase('na', opened, async () => {}));
  const image = await opened.client.dumpDataDir('none');
  await opened.client.close();
  return image;
}

async function openMigrated(options: { dataDir?: string; loadDataDir?: Blob }) {
  const client = await PGlite.create({ ...options, extensions: { pg_trgm, btree_gin } });
  const unscoped = drizzle({ client });
  await migrate(unscoped, { migrationsFolder });
  return { client, unscoped };
}

async function prepare(folder: string) {
  await mkdir(folder, { recursive: true });
  return lockFolder(folder);
}
