import type { CallState } from '@antiphon/contract/calls';
import type { CallId, WorkspaceUid } from '@antiphon/contract/ids';
import { eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Claim } from '../../db/run-leased.ts';
import { calls } from '../../db/schema/calls.ts';
import type { SystemScope } from '../../db/scope.ts';

export type LapsedCall = { id: CallId; workspaceUid: WorkspaceUid; state: CallState; lease: Lease };

/** Those whose connection is gone, and nobody came back in time. */
export async function claimLapsed(
  tx: Tx,
  _scope: SystemScope,
  { owner, leaseMs, limit }: Claim,
): Promise<LapsedCall[]> {
  const answer = (await tx.execute(sql`
    with chosen as (
      select id from calls where state <> 'ended' and lease_until <= now() order by lease_until limit ${limit} for update skip locked
    )
    update calls c set lease_owner = ${owner}, lease_attempt = lease_attempt + 1,
      lease_until = clock_timestamp() + ${leaseMs}::int * interval '1 millisecond'
    from chosen where c.id = chosen.id
    returning c.id, c.workspace_uid as "workspaceUid", c.state, c.lease_attempt as attempt
  `)) as unknown as { rows: (Omit<LapsedCall, 'lease'> & { attempt: number })[] };
  return answer.rows.map(({ attempt, ...row }) => ({ ...row, lease: { owner, attempt } }));
}

/** An embedded database has one process: what it held when it ended has lost its connection, and is waited for. */
export async function forgetHolders(tx: Tx, _scope: SystemScope, graceMs: number) {
  await tx
    .update(calls)
    .set({ leaseOwner: null, leaseUntil: sql`clock_timestamp() + ${graceMs}::int * interval '1 millisecond'` })
    .where(ne(calls.state, 'ended'));
}

/** Whose call it is; null where there is none. */
export async function findCallWorkspace(tx: Tx, id: CallId): Promise<WorkspaceUid | null> {
  const [row] = await tx.select({ workspaceUid: calls.workspaceUid }).from(calls).where(eq(calls.id, id));
  return row?.workspaceUid ?? null;
}
