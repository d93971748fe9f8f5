import type { FunctionCallId, WorkspaceUid } from '@antiphon/contract/ids';
import { isNotNull, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { functionCallCounts, functionCalls } from '../../db/schema/function-calls.ts';
import type { SystemScope } from '../../db/scope.ts';

/** `isTakenOver`: another worker began to send it, and did not live to say what came of it. */
export type ClaimedCall = { id: FunctionCallId; workspaceUid: WorkspaceUid; isTakenOver: boolean; lease: Lease };

/** Leases what was confirmed, and what a worker left behind, the longest-waiting first. */
export async function claimDue(tx: Tx, _scope: SystemScope, { owner, leaseMs, limit }: Claim): Promise<ClaimedCall[]> {
  const answer = (await tx.execute(sql`
    with due as (
      select id, status from function_calls
      where status in ('confirmed', 'running') and (lease_until is null or lease_until <= now())
      order by changed_at limit ${limit} for update skip locked
    )
    update function_calls c set status = 'running', lease_owner = ${owner}, lease_attempt = c.lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from due where c.id = due.id
    returning c.id, c.workspace_uid as "workspaceUid", c.lease_attempt as attempt, due.status = 'running' as "isTakenOver"
  `)) as unknown as { rows: (Omit<ClaimedCall, 'lease'> & { attempt: number })[] };
  return answer.rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export async function clearLeases(tx: Tx, _scope: SystemScope) {
  await tx.update(functionCalls).set(GIVEN_BACK).where(isNotNull(functionCalls.leaseOwner));
}

/** Of minutes and days that are over. At most `most`; how many went. */
export const deleteCountsBefore = (tx: Tx, _scope: SystemScope, before: Date, most: number): Promise<number> =>
  deleteSome(tx, functionCallCounts, lt(functionCallCounts.endsAt, before), most);
