import { fail } from '@antiphon/contract/errors';
import { newWorkspaceSecret, newWorkspaceUid, type UserId, type WorkspaceUid } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import type { Workspace } from '@antiphon/contract/workspaces';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import { grantCredits } from '../billing/grant-credits.ts';
import { type PlanDeps, setPlan } from '../entitlements/set-plan.ts';
import { getWorkspace } from './get-workspace.ts';
import { hashSecret } from './secrets.rules.ts';
import * as queries from './workspaces.system.queries.ts';

type Deps = PlanDeps & { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

/** A workspace beside the person's own. `workspace_limit_reached` at the most that one person may own, also under parallel calls. */
export async function createWorkspace(deps: Deps, userId: UserId, workspaceName: string): Promise<Workspace> {
  const uid = newWorkspaceUid();
  const scope = deps.makeScope(uid);
  await deps.database.transaction(deps.systemScope, async (tx) => {
    const owned = await queries.lockOwned(tx, userId);
    if (owned >= limits.workspacesOwnedMax) fail('workspace_limit_reached');
    await insertWithOwner(deps, tx, scope, userId, workspaceName);
    await recordAudit(tx, scope, { actor: userId, action: 'workspace.create', target: uid });
  });
  return getWorkspace(deps, { scope, userId, permissions: PERMISSIONS, client: null });
}

/** The rows of a new workspace with its welcome credits. Does nothing where it exists. */
export async function insertWithOwner(
  deps: PlanDeps,
  tx: Tx,
  scope: Scope,
  ownerUserId: UserId,
  workspaceName: string,
) {
  const uid = scope.workspaceUid;
  const isNew = await queries.insertWorkspace(tx, {
    uid,
    ownerUserId,
    workspaceName,
    // Nobody has seen this first key: the owner makes a visible one by rotating.
    secretHash: hashSecret(newWorkspaceSecret()),
    secretLast4: '',
  });
  if (!isNew) return;
  await setPlan(deps, tx, scope, {});
  await queries.insertMember(tx, { workspaceUid: uid, userId: ownerUserId, permissions: [...PERMISSIONS] });
  await grantCredits(tx, scope, {
    id: `welcome:${uid}`,
    amountMicro: fromCredits(limits.newWorkspaceCredits),
    featureKey: 'welcome_credits',
  });
}
