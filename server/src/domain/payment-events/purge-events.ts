import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { KEPT_DAYS } from './payment-events.rules.ts';
import { deleteEventsBefore, deleteSettledBefore } from './payment-events.system.queries.ts';

/** What is parked, or waits, stays. */
export async function purgeEvents({ database }: { database: Database }, scope: SystemScope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await inBatches({ database, scope }, (tx, most) => deleteEventsBefore(tx, before, most));
  await inBatches({ database, scope }, (tx, most) => deleteSettledBefore(tx, before, most));
}
