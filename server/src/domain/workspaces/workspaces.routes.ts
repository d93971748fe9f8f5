import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { OtherCells } from '../../db/other-cells.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { memberProcedure, secretProcedure, takeRate, userProcedure } from '../../http/procedures.ts';
import type { PlanDeps } from '../entitlements/set-plan.ts';
import { getProfile } from '../identity/get-profile.ts';
import { createWorkspace } from './create-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { listMemberships } from './find-access.ts';
import { getWorkspace } from './get-workspace.ts';
import { rotateSecret, saveWorkspace } from './update-workspace.ts';

type Deps = PlanDeps & {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  platformName: string;
  otherCells: OtherCells;
};

export const workspacesRoutes = (deps: Deps) => ({
  me: userProcedure.workspaces.me.handler(async ({ context: { user } }) => {
    const memberships = await listMemberships(deps, user.userId);
    const workspaces = await Promise.all(
      memberships.map(({ workspace, permissions, database }) =>
        getWorkspace(
          { database },
          {
            scope: deps.makeScope(workspace.uid),
            userId: user.userId,
            permissions,
            client: null,
          },
        ),
      ),
    );
    const { uid, email, displayName, photoURL, isOnboarded } = await getProfile(deps, user.userId);
    return { uid, email, displayName, photoURL, isOnboarded, workspaces, platformName: deps.platformName };
  }),
  get: memberProcedure.workspaces.get.handler(({ context }) => getWorkspace(deps, context.member)),
  create: userProcedure.workspaces.create.handler(async ({ context, input }) => {
    const { userId } = context.user;
    // Each comes with welcome credits: deleting and creating again must not be a way to earn.
    await takeRate(context, [{ key: `workspace-create:${userId}`, max: 3, windowSeconds: 86_400 }]);
    return createWorkspace(deps, userId, input.workspaceName);
  }),
  update: memberProcedure.workspaces.update.handler(async ({ context, input: { uid: _uid, ...change } }) => ({
    ...(await saveWorkspace(deps, context.member, change)),
    success: true as const,
  })),
  delete: memberProcedure.workspaces.delete.handler(async ({ context }) => {
    await deleteWorkspace(deps, context.member);
    return { success: true as const };
  }),
  rotateSecret: secretProcedure.workspaces.rotateSecret.handler(async ({ context }) => ({
    workspaceSecret: await rotateSecret(deps, context.member),
  })),
});
