import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteUnordered } from './quotes.system.queries.ts';

const KEPT_MS = 86_400_000;

/** What somebody ordered by stays with the order. */
export async function purgeQuotes({ database }: { database: Database }, scope: SystemScope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await inBatches({ database, scope }, (tx, most) => deleteUnordered(tx, before, most));
}
