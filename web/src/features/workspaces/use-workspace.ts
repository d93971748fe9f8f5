import type { Permission } from '@antiphon/contract/permissions';
import type { Me, Workspace } from '@antiphon/contract/workspaces';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { currentRegion, query, readWorkspaceUid } from '../../api.ts';

const useOwner = (): Me => useSuspenseQuery(query.workspaces.me.queryOptions()).data;

/** How the features of a shell learn who is signed in: a hook, the same one for as long as the shell stands. */
export const MeSource = createContext<() => Me>(useOwner);

/** Who is signed in. The shell has read it before any screen is drawn. */
export function useMe(): Me {
  const useSource = useContext(MeSource);
  return useSource();
}

/** Whether a client of an agency looks, to whom the same features are shown. */
export const useIsClient = (): boolean => useContext(MeSource) !== useOwner;

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
