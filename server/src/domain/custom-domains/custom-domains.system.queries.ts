import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, eq, gt, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-among.ts';
import { claimed, GIVEN_BACK, isFree, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
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

/** Leases so many hosts whose look is due, those that wait for the longest. */
export async function claimDue(
  tx: Tx,
  _system: SystemScope,
  { owner, leaseMs, limit }: Claim,
): Promise<(HostRow & { lease: Lease })[]> {
  const due = tx
    .select({ host: agencyHosts.host })
    .from(agencyHosts)
    .where(and(lte(agencyHosts.nextCheckAt, sql`now()`), isFree(agencyHosts)))
    .orderBy(asc(agencyHosts.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(agencyHosts)
    .set(claimed(agencyHosts, owner, leaseMs))
    .where(isOneOf(agencyHosts.host, due))
    .returning();
  return rows.map((row) => ({ ...row, lease: { owner, attempt: row.leaseAttempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _system: SystemScope) {
  await tx.update(agencyHosts).set(GIVEN_BACK).where(isNotNull(agencyHosts.leaseOwner));
}
