import { and, asc, isNotNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isOneOf } from '../../db/is-among.ts';
import { claimed, GIVEN_BACK, isFree, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { sendingDomains } from '../../db/schema/sending-domains.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { DomainRow } from './sending-domains.queries.ts';

/** Leases one domain whose check is due, the one that waits for the longest. */
export async function claimDue(
  tx: Tx,
  _system: SystemScope,
  { owner, leaseMs, limit }: Claim,
): Promise<(DomainRow & { lease: Lease })[]> {
  const due = tx
    .select({ domain: sendingDomains.domain })
    .from(sendingDomains)
    .where(and(lte(sendingDomains.nextCheckAt, sql`now()`), isFree(sendingDomains)))
    .orderBy(asc(sendingDomains.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(sendingDomains)
    .set(claimed(sendingDomains, owner, leaseMs))
    .where(isOneOf(sendingDomains.domain, due))
    .returning();
  return rows.map((row) => ({ ...row, lease: { owner, attempt: row.leaseAttempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _system: SystemScope) {
  await tx.update(sendingDomains).set(GIVEN_BACK).where(isNotNull(sendingDomains.leaseOwner));
}
