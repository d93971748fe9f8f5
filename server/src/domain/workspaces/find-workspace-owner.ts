import type { UserId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findWorkspace, lockWorkspace, updateWorkspace } from './workspaces.queries.ts';

export async function findWorkspaceOwner(tx: Tx, scope: Scope): Promise<UserId | null> {
  return (await findWorkspace(tx, scope))?.ownerUserId ?? null;
}

/** Empty where there is no such workspace. */
export async function findWorkspaceName(tx: Tx, scope: Scope): Promise<string> {
  return (await findWorkspace(tx, scope))?.workspaceName ?? '';
}

/** From now on it sells under a brand of its own. Null where there is no such workspace. */
export async function markAgency(tx: Tx, scope: Scope) {
  const row = await lockWorkspace(tx, scope);
  if (!row) return null;
  await updateWorkspace(tx, scope, { isAgency: true });
  const { ownerUserId, workspaceName, workspacePhotoURL, isAgency: wasAgency } = row;
  return { ownerUserId, workspaceName, workspacePhotoURL, wasAgency };
}

export async function unmarkAgency(tx: Tx, scope: Scope): Promise<void> {
  await updateWorkspace(tx, scope, { isAgency: false });
}
