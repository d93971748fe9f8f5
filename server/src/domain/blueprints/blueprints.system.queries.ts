import type { WorkspaceUid } from '@antiphon/contract/ids';
import { isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { blueprintTargets } from '../../db/schema/blueprints.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { TargetKey } from './pushes.queries.ts';

export type ClaimedTarget = TargetKey & { workspaceUid: WorkspaceUid; lease: Lease };

/** Leases what a push that goes on has due (that of a blueprint in the trash stands still), at most `perWorkspace` at once of each workspace over all processes. */
export async function claimTargets(
  tx: Tx,
  _scope: SystemScope,
  { owner, limit, leaseMs, perWorkspace }: Claim & { perWorkspace: number },
): Promise<ClaimedTarget[]> {
  const answer = (await tx.execute(sql`
    with waiting as (
      select t.push_id, t.position, t.lease_until > now() as is_leased,
        row_number() over (partition by t.workspace_uid
          order by coalesce(t.lease_until > now(), false) desc, t.wave, t.due_at, t.push_id, t.position) as place
      from blueprint_targets t join blueprint_pushes p on p.id = t.push_id
        join agents b on b.id = p.blueprint_id and b.deleted_at is null
      where (t.state in ('waiting', 'testing') and p.state = 'running' and t.wave <= p.wave
          or t.state = 'undoing' and p.state = 'undoing')
        and t.due_at <= now()
    ), chosen as (
      select t.push_id, t.position from waiting w join blueprint_targets t using (push_id, position)
      where w.place <= ${perWorkspace} and w.is_leased is not true and (t.lease_until is null or t.lease_until <= now())
      order by w.place limit ${limit} for update of t skip locked
    )
    update blueprint_targets t set lease_owner = ${owner}, lease_attempt = lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from chosen where t.push_id = chosen.push_id and t.position = chosen.position
    returning t.push_id as "pushId", t.position, t.workspace_uid as "workspaceUid", t.lease_attempt as attempt
  `)) as unknown as { rows: (Omit<ClaimedTarget, 'lease'> & { attempt: number })[] };
  return answer.rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _scope: SystemScope) {
  await tx.update(blueprintTargets).set(GIVEN_BACK).where(isNotNull(blueprintTargets.leaseOwner));
}
