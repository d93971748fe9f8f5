import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { memberProcedure, secretProcedure, userProcedure } from '../../http/procedures.ts';
import { listMemberships } from './find-access.ts';
import { getWorkspace } from './get-workspace.ts';
import { renameWorkspace, rotateSecret } from './update-workspace.ts';

type Deps = {
  database: Database;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  platformName: string;
};

export const workspacesRoutes = (deps: Deps) => ({
  me: userProcedure.workspaces.me.handler(async ({ context: { user } }) => {
    const memberships = await listMemberships(deps, user.userId);
    const workspaces = await Promise.all(
      memberships.map(({ workspace, permissions }) =>
        getWorkspace(deps, { scope: deps.makeScope(workspace.uid), userId: user.userId, permissions }),
      ),
    );
    const { userId: uid, email, name: displayName, image: photoURL } = user;
    return { uid, email, displayName, photoURL, workspaces, platformName: deps.platformName };
  }),
  get: memberProcedure.workspaces.get.handler(({ context }) => getWorkspace(deps, context.member)),
  update: memberProcedure.workspaces.update.handler(({ context, input }) =>
    renameWorkspace(deps, context.member, input.workspaceName),
  ),
  rotateSecret: secretProcedure.workspaces.rotateSecret.handler(async ({ context }) => ({
    workspaceSecret: await rotateSecret(deps, context.member),
  })),
});
