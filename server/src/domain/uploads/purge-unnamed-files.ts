import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { FileStore } from './uploads.ports.ts';
import { settleUnnamed } from './uploads.system.queries.ts';

/** Visitors' files that nobody sent with a message. Rows first: a process killed between the two leaves bytes that no row names. */
export async function purgeUnnamedFiles(
  deps: { database: Database; fileStore: FileStore; systemScope: SystemScope },
  before: Date,
): Promise<void> {
  const keys: string[] = [];
  try {
    await inBatches({ database: deps.database, scope: deps.systemScope }, async (tx, most) => {
      const settled = await settleUnnamed(tx, before, most);
      keys.push(...settled.keys);
      return settled.seen;
    });
  } finally {
    for (const key of keys) await deps.fileStore.delete(key);
  }
}
