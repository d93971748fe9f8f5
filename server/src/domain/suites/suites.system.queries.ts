import type { WorkspaceUid } from '@antiphon/contract/ids';
import { isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { suiteResults } from '../../db/schema/suites.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { ResultKey } from './suite-runs.queries.ts';

export type ClaimedResult = ResultKey & { workspaceUid: WorkspaceUid; lease: Lease };

/**
 * Leases what waits for its verdict, at most `perWorkspace` at once of each workspace over all processes: a long suite holds up
 * nobody else's.
 */
export async function claimResults(
  tx: Tx,
  _scope: SystemScope,
  { owner, limit, leaseMs, perWorkspace }: Claim & { perWorkspace: number },
): Promise<ClaimedResult[]> {
  const answer = (await tx.execute(sql`
    with waiting as (
      select run_id, position, lease_until > now() as is_leased,
        row_number() over (partition by workspace_uid order by coalesce(lease_until > now(), false) desc, run_id, position) as place
      from suite_results where verdict is null
    ), chosen as (
      select r.run_id, r.position from waiting w join suite_results r using (run_id, position)
      where w.place <= ${perWorkspace} and w.is_leased is not true and (r.lease_until is null or r.lease_until <= now())
      order by w.place limit ${limit} for update of r skip locked
    )
    update suite_results r set lease_owner = ${owner}, lease_attempt = lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from chosen where r.run_id = chosen.run_id and r.position = chosen.position
    returning r.run_id as "runId", r.position, r.workspace_uid as "workspaceUid", r.lease_attempt as attempt
  `)) as unknown as { rows: (Omit<ClaimedResult, 'lease'> & { attempt: number })[] };
  return answer.rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _scope: SystemScope) {
  await tx.update(suiteResults).set(GIVEN_BACK).where(isNotNull(suiteResults.leaseOwner));
}
