import type { CampaignId, WorkspaceUid } from '@antiphon/contract/ids';
import { isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { campaigns } from '../../db/schema/campaigns.ts';
import type { SystemScope } from '../../db/scope.ts';

export type DueCampaign = { id: CampaignId; workspaceUid: WorkspaceUid; lease: Lease };

/** Those that go on, and those of which something is under way still. */
export async function claimDue(tx: Tx, _scope: SystemScope, { owner, leaseMs, limit }: Claim): Promise<DueCampaign[]> {
  const answer = (await tx.execute(sql`
    with chosen as (
      select id from campaigns
      where due_at <= now() and (lease_until is null or lease_until <= now())
        and (state in ('scheduled', 'running') or id in (select campaign_id from campaign_attempts where ended_at is null))
      order by due_at limit ${limit} for update skip locked
    )
    update campaigns c set lease_owner = ${owner}, lease_attempt = lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from chosen where c.id = chosen.id
    returning c.id, c.workspace_uid as "workspaceUid", c.lease_attempt as attempt
  `)) as unknown as { rows: (Omit<DueCampaign, 'lease'> & { attempt: number })[] };
  return answer.rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function forgetLeases(tx: Tx, _scope: SystemScope) {
  await tx.update(campaigns).set({ leaseOwner: null, leaseUntil: null }).where(isNotNull(campaigns.leaseOwner));
}
