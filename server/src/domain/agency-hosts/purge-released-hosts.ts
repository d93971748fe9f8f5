import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import type { SystemScope } from '../../db/scope.ts';
import { deleteReleasedHosts } from './host-claims.system.queries.ts';

const KEPT_DAYS = 30;

/** Hosts that were given back 30 days ago are anybody's; the directory lets their claims go after that. */
export const purgeReleasedHosts = ({ database }: { database: Database }, scope: SystemScope): Promise<number> =>
  inBatches({ database, scope }, (tx, most) => deleteReleasedHosts(tx, scope, KEPT_DAYS, most));
