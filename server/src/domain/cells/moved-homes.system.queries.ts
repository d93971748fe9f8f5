import type { WorkspaceUid } from '@antiphon/contract/ids';
import { and, inArray } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { workspaceHome } from '../../db/schema/cells.ts';

/** Those of `uids` that have left this database. */
export async function listMoved(tx: Tx, uids: WorkspaceUid[]): Promise<WorkspaceUid[]> {
  const rows = await tx
    .select({ uid: workspaceHome.workspaceUid })
    .from(workspaceHome)
    .where(and(inArray(workspaceHome.workspaceUid, uids), inArray(workspaceHome.state, ['away', 'gone'])));
  return rows.map(({ uid }) => uid);
}
