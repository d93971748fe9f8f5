import type { ChannelConnectionId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { channelConnections } from '../../db/schema/channels.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Before a scope exists: whose connection does this address belong to? */
export async function findByHookKey(tx: Tx, _scope: SystemScope, hookKey: string) {
  const [row] = await tx
    .select({ id: channelConnections.id, workspaceUid: channelConnections.workspaceUid })
    .from(channelConnections)
    .where(eq(channelConnections.hookKey, hookKey));
  return row ?? null;
}

export type CalledConnection = { id: ChannelConnectionId; workspaceUid: WorkspaceUid };

/** Connections for which a provider calls us, by their ids. Of those that are only tried it knows nothing. */
export const listCalled = (
  tx: Tx,
  _scope: SystemScope,
  { after, most }: { after: string; most: number },
): Promise<CalledConnection[]> =>
  tx
    .select({ id: channelConnections.id, workspaceUid: channelConnections.workspaceUid })
    .from(channelConnections)
    .where(
      and(
        gt(channelConnections.id, after as ChannelConnectionId),
        isNull(channelConnections.pollOffset),
        eq(channelConnections.isSimulated, false),
        inArray(channelConnections.state, ['waiting', 'connected']),
      ),
    )
    .orderBy(asc(channelConnections.id))
    .limit(most);

export type PolledConnection = { id: ChannelConnectionId; workspaceUid: WorkspaceUid; lease: Lease };

/** Connections whose provider cannot call us, and that nobody asks for now. */
export async function claimPolled(
  tx: Tx,
  _scope: SystemScope,
  { owner, leaseMs, limit }: Claim,
): Promise<PolledConnection[]> {
  const { rows } = (await tx.execute(sql`
    update channel_connections c set lease_owner = ${owner}, lease_attempt = lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from (
      select id from channel_connections
      where poll_offset is not null and state in ('waiting', 'connected', 'paused') and (lease_until is null or lease_until <= now())
      order by lease_until nulls first limit ${limit} for update skip locked
    ) free
    where c.id = free.id
    returning c.id, c.workspace_uid as "workspaceUid", c.lease_attempt as attempt
  `)) as unknown as { rows: (Omit<PolledConnection, 'lease'> & { attempt: number })[] };
  return rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

export async function clearPolled(tx: Tx, _scope: SystemScope) {
  await tx.update(channelConnections).set(GIVEN_BACK).where(isNotNull(channelConnections.leaseOwner));
}
