import type { ChannelThreadId, WorkspaceUid } from '@antiphon/contract/ids';
import { isNotNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { channelInbox, channelThreads } from '../../db/schema/channels.ts';
import type { SystemScope } from '../../db/scope.ts';

export type ClaimedThread = { id: ChannelThreadId; workspaceUid: WorkspaceUid; wakes: number; lease: Lease };

/**
 * Leases what is due, at most `perWorkspace` of each workspace, those that wait for the longest first. Steps from workspace to workspace
 * along the index of what is due. A worker that dies leaves its thread due, to be claimed when the lease has ended.
 */
export async function claimThreads(
  tx: Tx,
  _scope: SystemScope,
  { owner, leaseMs, limit, perWorkspace }: Claim & { perWorkspace: number },
): Promise<ClaimedThread[]> {
  const { rows } = (await tx.execute(sql`
    with recursive waiting as (
      (select workspace_uid from channel_threads where due_at is not null order by workspace_uid limit 1)
      union all
      select (select t.workspace_uid from channel_threads t
        where t.due_at is not null and t.workspace_uid > w.workspace_uid order by t.workspace_uid limit 1)
      from waiting w where w.workspace_uid is not null
    ), due as (
      select t.id, t.due_at, row_number() over (partition by w.workspace_uid order by t.due_at) as place
      from waiting w
      cross join lateral (
        select id, due_at from channel_threads
        where workspace_uid = w.workspace_uid and due_at <= clock_timestamp() and (lease_until is null or lease_until <= clock_timestamp())
        order by due_at limit ${perWorkspace} for update skip locked
      ) t
    ), chosen as (
      select id from due order by place, due_at limit ${limit}
    )
    update channel_threads t set lease_owner = ${owner}, lease_attempt = lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from chosen where t.id = chosen.id
    returning t.id, t.workspace_uid as "workspaceUid", t.wakes, t.lease_attempt as attempt
  `)) as unknown as { rows: (Omit<ClaimedThread, 'lease'> & { attempt: number })[] };
  return rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _scope: SystemScope) {
  await tx.update(channelThreads).set(GIVEN_BACK).where(isNotNull(channelThreads.leaseOwner));
}

/** At most `most`; how many went. An event that is told again after so long is taken again. */
export const deleteEventsBefore = (tx: Tx, _scope: SystemScope, before: Date, most: number): Promise<number> =>
  deleteSome(tx, channelInbox, lt(channelInbox.createdAt, before), most);
