import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencyHosts } from '../../db/schema/agencies.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Served already, or found to lead here within the last ten minutes. */
const mayOrder = or(
  inArray(agencyHosts.state, ['live', 'failing']),
  and(eq(agencyHosts.state, 'issuing'), gt(agencyHosts.goodAt, sql`now() - interval '10 minutes'`)),
);

/** One look-up by the key of the hosts. */
export async function isHostOfCertificate(tx: Tx, _system: SystemScope, host: string): Promise<boolean> {
  const rows = await tx
    .select({ host: agencyHosts.host })
    .from(agencyHosts)
    .innerJoin(workspaces, eq(workspaces.uid, agencyHosts.workspaceUid))
    .where(and(eq(agencyHosts.host, host), isNull(agencyHosts.releasedAt), mayOrder, isNull(workspaces.deletedAt)));
  return rows.length > 0;
}
