import type { WebhookDeliveryId, WorkspaceUid } from '@antiphon/contract/ids';
import { isNotNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { webhookDeliveries } from '../../db/schema/webhooks.ts';
import type { SystemScope } from '../../db/scope.ts';

export type Claimed = { id: WebhookDeliveryId; workspaceUid: WorkspaceUid; lease: Lease };

/**
 * Leases what is due, a few of each workspace that has something due, oldest first, so that a long queue of one endpoint
 * delays no other; one at a time of an endpoint that has failed for `flakyMs`. Steps from workspace to
 * workspace along the index of what is pending: its cost is the number of workspaces that wait, not of deliveries.
 */
export async function claimDue(
  tx: Tx,
  _scope: SystemScope,
  claim: Claim & { flakyMs: number; perEndpoint: number; busy: readonly WorkspaceUid[] },
): Promise<Claimed[]> {
  const { owner, perEndpoint, limit, leaseMs, flakyMs } = claim;
  // A list as one parameter: both drivers take JSON alike.
  const busy = JSON.stringify(claim.busy);
  const answer = (await tx.execute(sql`
    with recursive waiting as (
      (select workspace_uid from webhook_deliveries where state = 'pending' order by workspace_uid limit 1)
      union all
      select (select d.workspace_uid from webhook_deliveries d
        where d.state = 'pending' and d.workspace_uid > w.workspace_uid order by d.workspace_uid limit 1)
      from waiting w where w.workspace_uid is not null
    ), due as (
      select d.id, d.next_attempt_at, e.failing_since,
        row_number() over (partition by e.workspace_uid order by d.next_attempt_at) as place
      from waiting w
      join webhook_endpoints e on e.workspace_uid = w.workspace_uid and e.paused_at is null
      cross join lateral (
        select id, next_attempt_at from webhook_deliveries
        where workspace_uid = w.workspace_uid and state = 'pending' and created_at >= e.created_at and next_attempt_at <= now()
          and (lease_until is null or lease_until <= now())
        order by next_attempt_at limit ${perEndpoint} for update skip locked
      ) d
      where not (${busy}::jsonb ? w.workspace_uid)
    ), chosen as (
      select id from due where place = 1 or failing_since is null or failing_since > now() - ${flakyMs}::int * interval '1 millisecond'
      order by place, next_attempt_at limit ${limit}
    )
    update webhook_deliveries d set lease_owner = ${owner}, lease_attempt = lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from chosen where d.id = chosen.id
    returning d.id, d.workspace_uid as "workspaceUid", d.lease_attempt as attempt
  `)) as unknown as { rows: (Omit<Claimed, 'lease'> & { attempt: number })[] };
  return answer.rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _scope: SystemScope) {
  await tx.update(webhookDeliveries).set(GIVEN_BACK).where(isNotNull(webhookDeliveries.leaseOwner));
}

/** At most `most`; how many went. Their attempts go with them. */
export const deleteDeliveriesBefore = (tx: Tx, _scope: SystemScope, before: Date, most: number): Promise<number> =>
  deleteSome(tx, webhookDeliveries, lt(webhookDeliveries.createdAt, before), most);
