import { randomText, type UserId, type WorkspaceUid } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Database } from '../../db/database.ts';
import type { OtherCells } from '../../db/other-cells.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { PlanDeps } from '../entitlements/set-plan.ts';
import { insertWithOwner } from './create-workspace.ts';
import { hashSecret } from './secrets.rules.ts';
import * as queries from './workspaces.system.queries.ts';

type Deps = PlanDeps & { database: Database; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope };

export function findKeyOwner(deps: Deps, secret: string): Promise<WorkspaceUid | null> {
  if (!secret.startsWith('vg_')) return Promise.resolve(null);
  return deps.database.transaction(deps.systemScope, (tx) => queries.findKeyOwner(tx, hashSecret(secret)));
}

export function workspaceExists(deps: Deps, uid: WorkspaceUid): Promise<boolean> {
  return deps.database.transaction(deps.systemScope, (tx) => queries.workspaceExists(tx, uid));
}

/** `uid` null asks for the person's own workspace, which is made at the first asking. */
export async function findMembership(
  deps: Deps,
  userId: UserId,
  uid: WorkspaceUid | null,
): Promise<{ workspaceUid: WorkspaceUid; permissions: readonly Permission[] } | null> {
  const own = userId as string as WorkspaceUid;
  if (uid === null || uid === own) await ensurePersonalWorkspace(deps, userId);
  return deps.database.transaction(deps.systemScope, (tx) => queries.findMembership(tx, userId, uid ?? own));
}

/** With the database in which each of the workspaces is. */
export async function listMemberships(deps: Deps & { otherCells?: OtherCells }, userId: UserId) {
  const listIn = async (database: Database) => {
    const rows = await database.transaction(deps.systemScope, (tx) => queries.listMemberships(tx, userId));
    return rows.map((row) => ({ ...row, database }));
  };
  const others = (await deps.otherCells?.()) ?? [];
  const elsewhere = (await Promise.all(others.map(listIn))).flat();
  const isElsewhere = (uid: WorkspaceUid) => elsewhere.some(({ workspace }) => workspace.uid === uid);
  if (!isElsewhere(userId as string as WorkspaceUid)) await ensurePersonalWorkspace(deps, userId);
  // What has just been moved may still lie here.
  const here = (await listIn(deps.database)).filter(({ workspace }) => !isElsewhere(workspace.uid));
  return [...here, ...elsewhere].sort((one, other) => +one.workspace.joinedAt - +other.workspace.joinedAt);
}

/**
 * A person's own workspace has the person's uid (one record in the specification), the name 'Personal ' and five characters,
 * and starts with the welcome credits. Doing it twice changes nothing.
 */
async function ensurePersonalWorkspace(deps: Deps, userId: UserId) {
  const uid = userId as string as WorkspaceUid;
  await deps.database.transaction(deps.systemScope, async (tx) => {
    if (await queries.findMembership(tx, userId, uid)) return;
    await insertWithOwner(deps, tx, deps.makeScope(uid), userId, `Personal ${randomText(5)}`);
  });
}
