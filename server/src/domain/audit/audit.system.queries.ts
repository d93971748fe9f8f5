import type { WorkspaceUid } from '@antiphon/contract/ids';
import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { workspaces } from '../../db/schema/workspaces.ts';
import type { SystemScope } from '../../db/scope.ts';

/** A deleted workspace's chain is taken down row by row, until one entry is left: it is no chain any more. */
const isWhole = isNull(workspaces.deletedAt);

export async function listWholeChains(tx: Tx, _scope: SystemScope): Promise<WorkspaceUid[]> {
  const rows = await tx.select({ uid: workspaces.uid }).from(workspaces).where(isWhole);
  return rows.map(({ uid }) => uid);
}

export async function isWholeChain(tx: Tx, _scope: SystemScope, uid: WorkspaceUid): Promise<boolean> {
  const rows = await tx
    .select({ uid: workspaces.uid })
    .from(workspaces)
    .where(and(eq(workspaces.uid, uid), isWhole));
  return rows.length > 0;
}
