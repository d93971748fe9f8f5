import { and, isNotNull, lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { leads } from '../../db/schema/leads.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Of every workspace, at most `most`; how many went. */
export const deleteDeletedBefore = (tx: Tx, _scope: SystemScope, before: Date, most: number): Promise<number> =>
  deleteSome(tx, leads, and(isNotNull(leads.deletedAt), lt(leads.deletedAt, before)), most);
