import type { AgencyId, UserId } from '@antiphon/contract/ids';
import { and, eq, getColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencies, agencyHosts } from '../../db/schema/agencies.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Look-ups that come before a scope exists: by the host that was called, or by ids that a page knows. */

/** All that is short of it. */
const { customCSS: _css, scopedCSS, ...short } = getColumns(agencies);

export async function findAgencyOfHost(tx: Tx, _system: SystemScope, host: string) {
  const [row] = await tx
    .select({ ...short, hasCss: sql<boolean>`${scopedCSS} <> ''` })
    .from(agencyHosts)
    .innerJoin(agencies, eq(agencies.id, agencyHosts.agencyId))
    .innerJoin(workspaces, eq(workspaces.uid, agencies.workspaceUid))
    .where(
      and(
        eq(agencyHosts.host, host),
        isNull(agencyHosts.releasedAt),
        inArray(agencyHosts.state, ['issuing', 'live', 'failing']),
        isNull(workspaces.deletedAt),
      ),
    );
  return row ?? null;
}

/** What clients may know of the owner `userId` of an agency; null where the two do not belong together. */
export async function findSeller(tx: Tx, _system: SystemScope, userId: UserId, agencyId: AgencyId) {
  const [row] = await tx
    .select({ uid: workspaces.ownerUserId, hasEverPaid: workspaces.hasEverPaid })
    .from(agencies)
    .innerJoin(workspaces, eq(workspaces.uid, agencies.workspaceUid))
    .where(and(eq(agencies.id, agencyId), eq(workspaces.ownerUserId, userId), isNull(workspaces.deletedAt)));
  return row ?? null;
}
