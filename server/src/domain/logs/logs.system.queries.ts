import { lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { logEntries } from '../../db/schema/logs.ts';

export async function deleteEntriesBefore(tx: Tx, before: Date) {
  await tx.delete(logEntries).where(lt(logEntries.createdAt, before));
}
