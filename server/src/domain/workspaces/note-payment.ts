import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findWorkspace, updateWorkspace } from './workspaces.queries.ts';

/** The workspace has paid something, once and for all. */
export const noteFirstPayment = (tx: Tx, scope: Scope): Promise<void> =>
  updateWorkspace(tx, scope, { hasEverPaid: true });

/** On no plan that is paid for. */
export async function isOnFreePlan(tx: Tx, scope: Scope): Promise<boolean> {
  const workspace = await findWorkspace(tx, scope);
  return workspace === null || workspace.stripeSubscriptionId === null;
}

/**
 * Which subscription the workspace is on. One that is not paid for takes away what it gave, and nothing else. True where that changes
 * what the workspace is on, or it is on this one still. Under the payer's lock, and without the workspace's: whoever writes a row
 * of both takes them the other way about.
 */
export async function setSubscriptionOf(
  tx: Tx,
  scope: Scope,
  { id, isPaidFor }: { id: string; isPaidFor: boolean },
): Promise<boolean> {
  const workspace = await findWorkspace(tx, scope);
  if (!workspace || (!isPaidFor && workspace.stripeSubscriptionId !== id)) return false;
  await updateWorkspace(tx, scope, { stripeSubscriptionId: isPaidFor ? id : null });
  return true;
}
