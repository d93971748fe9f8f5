import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { KEPT_DAYS } from './email.rules.ts';
import { purgeEmails } from './email.system.queries.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Mails go 30 days after they were written, whatever became of them; windows of counting when they are over. */
export async function purgeOldEmails(database: Database, scope: SystemScope, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await database.transaction(scope, (tx) => purgeEmails(tx, before, new Date(now.getTime() - 2 * DAY_MS)));
}
