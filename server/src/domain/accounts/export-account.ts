import type { AccountExport } from '@antiphon/contract/accounts';
import { getProfile } from '../identity/get-profile.ts';
import type { SignedInUser } from '../identity/identity.ports.ts';
import { listOwnSessions } from '../identity/own-sessions.ts';
import { listMemberships } from '../workspaces/find-access.ts';
import type { AccountDeps } from './delete-account.ts';

/** What is about the person, in the shapes of the API, which show no secret. What a workspace holds is an archive of its own. */
export async function exportAccount(deps: AccountDeps, user: SignedInUser): Promise<AccountExport> {
  const memberships = await listMemberships(deps, user.userId);
  return {
    person: await getProfile(deps, user.userId),
    sessions: await listOwnSessions(deps, user),
    memberships: memberships.map(({ workspace, permissions }) => ({
      workspaceUid: workspace.uid,
      workspaceName: workspace.workspaceName,
      isOwner: workspace.ownerUserId === user.userId,
      permissions,
    })),
  };
}
