import type { Permission } from '@antiphon/contract/permissions';
import type { Me, Workspace } from '@antiphon/contract/workspaces';
import { useSuspenseQuery } from '@tanstack/react-query';
import { currentRegion, query, readWorkspaceUid } from '../../api.ts';

/** Who is signed in. The shell has read it before any screen is drawn. */
export const useMe = (): Me => useSuspenseQuery(query.workspaces.me.queryOptions()).data;

/** The selected workspace, else the person's own; a remembered one that is gone is passed over. */
export function selectWorkspace(me: Me, rememberedUid: string | null): Workspace {
  const found =
    me.workspaces.find(({ uid }) => uid === rememberedUid) ??
    me.workspaces.find(({ isOwn }) => isOwn) ??
    me.workspaces[0];
  if (found === undefined) throw new Error('An account without a workspace.');
  return found;
}

export const useWorkspace = (): Workspace => selectWorkspace(useMe(), readWorkspaceUid(currentRegion()));

/** What the person may do in the selected workspace, as the server says it. */
export function useMay(permission: Permission): boolean {
  return useWorkspace().permissions.includes(permission);
}
