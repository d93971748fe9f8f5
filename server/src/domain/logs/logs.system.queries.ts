import { lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { logEntries } from '../../db/schema/logs.ts';

/** At most `most`; how many went. */
export const deleteEntriesBefore = (tx: Tx, before: Date, most: number): Promise<number> =>
  deleteSome(tx, logEntries, lt(logEntries.createdAt, before), most);
