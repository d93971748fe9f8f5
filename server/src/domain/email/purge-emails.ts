import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { KEPT_DAYS } from './email.rules.ts';
import { deleteEmailsBefore, deleteWindowsBefore } from './email.system.queries.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Mails go 30 days after they were written, whatever became of them; windows of counting when they are over. */
export async function purgeOldEmails(database: Database, scope: SystemScope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  const windowsBefore = new Date(now.getTime() - 2 * DAY_MS);
  await inBatches({ database, scope }, (tx, most) => deleteEmailsBefore(tx, before, most));
  await inBatches({ database, scope }, (tx, most) => deleteWindowsBefore(tx, windowsBefore, most));
}
