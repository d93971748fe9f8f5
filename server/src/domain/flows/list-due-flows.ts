import type { Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { listDue } from './flows.system.queries.ts';

/** In every workspace of the region. */
export const listDueFlows = (tx: Tx, scope: SystemScope, limit: number): ReturnType<typeof listDue> =>
  listDue(tx, scope, limit);
