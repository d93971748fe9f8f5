import { and, isNotNull, lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { leads } from '../../db/schema/leads.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Of every workspace. */
export async function deleteDeletedBefore(tx: Tx, _scope: SystemScope, before: Date): Promise<void> {
  await tx.delete(leads).where(and(isNotNull(leads.deletedAt), lt(leads.deletedAt, before)));
}
