import type { WorkspaceUid } from '@antiphon/contract/ids';
import { sql } from 'drizzle-orm';
import type { Tx } from '../db/database.ts';
import type { SystemScope } from '../db/scope.ts';
import type { RelayedEvent } from './job.ts';

export type ClaimedEvent = RelayedEvent & { workspaceUid: WorkspaceUid };
type Row = {
  id: string;
  type: string;
  workspaceUid: WorkspaceUid;
  payload: object;
  createdMs: string;
  position: string;
};

/**
 * Marks the oldest events as relayed, which holds if and only if the transaction commits, and answers them in order. What
 * another transaction has claimed is passed over, and so is an event about a conversation of which an earlier one is not
 * relayed yet: its listeners see them in the order in which they happened.
 */
export async function claimEvents(tx: Tx, _scope: SystemScope, most: number): Promise<ClaimedEvent[]> {
  const { rows } = (await tx.execute(sql`
    update outbox set relayed_at = now() where id = any(array(
      select one.id from outbox one
      where one.relayed_at is null and not exists (
        select 1 from outbox earlier
        where earlier.relayed_at is null and earlier.about = one.about and earlier.position < one.position)
      order by one.position limit ${most} for update of one skip locked))
    returning id, type, workspace_uid as "workspaceUid", payload, position::text as position,
      (extract(epoch from created_at) * 1000)::text as "createdMs"
  `)) as unknown as { rows: Row[] };
  return rows
    .sort((a, b) => Number(a.position) - Number(b.position))
    .map(({ id, type, workspaceUid, payload, createdMs }) => ({
      id,
      type,
      workspaceUid,
      payload: payload as Record<string, unknown>,
      createdAt: new Date(Number(createdMs)),
    }));
}
