import type { WorkspaceUid } from '@antiphon/contract/ids';
import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { connectAccounts } from '../../db/schema/connect.ts';
import type { SystemScope } from '../../db/scope.ts';

/** Whose account it is, in whatever workspace; null: nobody's of ours. */
export async function findAccountHolder(tx: Tx, _system: SystemScope, accountId: string): Promise<WorkspaceUid | null> {
  const [row] = await tx
    .select({ workspaceUid: connectAccounts.workspaceUid })
    .from(connectAccounts)
    .where(eq(connectAccounts.accountId, accountId));
  return row?.workspaceUid ?? null;
}
