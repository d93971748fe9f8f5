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
