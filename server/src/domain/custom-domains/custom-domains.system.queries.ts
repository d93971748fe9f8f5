import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { agencyHosts } from '../../db/schema/agencies.ts';
import { userProfiles } from '../../db/schema/identity.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { HostRow } from './custom-domains.queries.ts';

/** Whoever has it, in whatever workspace of the region. */
export async function findHolder(tx: Tx, _system: SystemScope, host: string): Promise<HostRow | null> {
  const [row] = await tx.select().from(agencyHosts).where(eq(agencyHosts.host, host));
  return row ?? null;
}

const hasPlan = or(isNotNull(workspaces.stripeSubscriptionId), gt(userProfiles.whitelabelTrialEndsAt, sql`now()`));

/** Who owns a workspace, and whether it has what custom domains need: a paid plan, or its owner's white-label trial. */
export async function findPlan(
  tx: Tx,
  _system: SystemScope,
  uid: WorkspaceUid,
): Promise<{ ownerUserId: UserId; isPaid: boolean } | null> {
  const [row] = await tx
    .select({ ownerUserId: workspaces.ownerUserId, isPaid: sql<boolean>`coalesce(${hasPlan}, false)` })
    .from(workspaces)
    .leftJoin(userProfiles, eq(userProfiles.userId, workspaces.ownerUserId))
    .where(eq(workspaces.uid, uid));
  return row ?? null;
}
