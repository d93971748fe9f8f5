import { fail } from '@antiphon/contract/errors';
import type { UserId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { endWorkspace } from './workspaces.queries.ts';
import { deleteMemberships, listOwned, lockOwned } from './workspaces.system.queries.ts';

/** Fails with `workspaces_shared`, which names them, while others are in a workspace of the person. */
export async function demandOwnedAlone(tx: Tx, userId: UserId) {
  const owned = await listOwned(tx, userId);
  const shared = owned.filter(({ others }) => others > 0);
  if (shared.length > 0)
    fail('workspaces_shared', {
      message: `Others are members of ${shared.map(({ name }) => name).join(', ')}. Hand it over, remove them or delete it first.`,
    });
  return owned;
}

/**
 * With a person's account all workspaces end that are the person's alone, the personal one too, and all memberships. Fails
 * as `demandOwnedAlone` does. In the transaction that ends the account.
 */
export async function endOwnedWorkspaces(
  tx: Tx,
  makeScope: (uid: WorkspaceUid) => Scope,
  userId: UserId,
  now: Date,
): Promise<void> {
  await lockOwned(tx, userId);
  const owned = await demandOwnedAlone(tx, userId);
  for (const { uid } of owned) {
    const scope = makeScope(uid);
    await endWorkspace(tx, scope, now);
    await recordAudit(tx, scope, { actor: userId, action: 'workspace.delete', target: uid });
    await emit(tx, scope, { type: 'workspace_deleted', payload: {} });
  }
  await deleteMemberships(tx, userId);
}
