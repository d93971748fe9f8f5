import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteEndedKeys } from './access-keys.system.queries.ts';

/** One that ended is shown for a month, so that somebody sees why a program stopped. */
const SHOWN_MS = 30 * 86_400_000;

export async function purgeAccessKeys(
  { database }: { database: Database },
  scope: SystemScope,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - SHOWN_MS);
  await inBatches({ database, scope }, (tx, most) => deleteEndedKeys(tx, before, most));
}
