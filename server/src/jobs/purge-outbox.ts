import { lt } from 'drizzle-orm';
import type { Database } from '../db/database.ts';
import { deleteSome, inBatches } from '../db/in-batches.ts';
import { outbox } from '../db/schema/events.ts';
import type { SystemScope } from '../db/scope.ts';
import type { Schedule } from './job.ts';

const KEPT_MS = 24 * 60 * 60 * 1_000;

/** What was relayed more than a day ago, which is long enough to look into what went wrong. How many. */
export const purgeOutbox = (database: Database, scope: SystemScope, now: Date): Promise<number> =>
  inBatches({ database, scope }, (tx, most) =>
    deleteSome(tx, outbox, lt(outbox.relayedAt, new Date(now.getTime() - KEPT_MS)), most),
  );

export const outboxSchedule: Schedule<{ database: Database }> = {
  name: 'jobs.purge_outbox',
  cron: '50 * * * *',
  async run({ database }, scope) {
    await purgeOutbox(database, scope, new Date());
  },
};
