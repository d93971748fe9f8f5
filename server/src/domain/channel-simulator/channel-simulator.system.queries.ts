import { lt } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { simulatedLines } from '../../db/schema/simulator.ts';
import type { SystemScope } from '../../db/scope.ts';

/** At most `most`; how many went. */
export const deleteLinesBefore = (tx: Tx, _scope: SystemScope, before: Date, most: number): Promise<number> =>
  deleteSome(tx, simulatedLines, lt(simulatedLines.createdAt, before), most);
