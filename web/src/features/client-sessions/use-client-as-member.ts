import type { ClientPath } from '@antiphon/contract/client-pages';
import type { ClientMe } from '@antiphon/contract/client-sessions';
import type { UserId } from '@antiphon/contract/ids';
import type { Permission } from '@antiphon/contract/permissions';
import type { Me, Workspace } from '@antiphon/contract/workspaces';
import { useMemo } from 'react';
import { currentRegion } from '../../api.ts';
import { useClient } from './use-client.ts';

/** What a page lets a client do, in the words that features ask a member by. The server decides; this hides what it would refuse. */
const OPENED: Partial<Record<ClientPath, readonly Permission[]>> = {
  '/convos': ['conversations.reply'],
  '/kb': ['agents.write'],
  '/nodes': ['agents.write', 'agents.publish'],
  '/prompt': ['agents.write', 'agents.publish'],
};

const NOTHING: Workspace['abilities'] = {
  canRename: false,
  canManageMembers: false,
  canRotateSecret: false,
  canExport: false,
  canTransfer: false,
  canDelete: false,
  canLeave: false,
  canUpgrade: false,
  canTestChat: false,
};

/** For `MeSource`: features that ask who works in which workspace are told of the client, in the workspace of their agency. */
export function useClientAsMember(): Me {
  const me = useClient();
  return useMemo(() => toMember(me), [me]);
}

const toMember = ({ client, org, pages, workspaceUid }: ClientMe): Me => ({
  uid: client.ID as string as UserId,
  email: client.email,
  displayName: client.name,
  photoURL: client.squarePhotoURL,
  isOnboarded: true,
  platformName: '',
  workspaces: [
    {
      uid: workspaceUid,
      workspaceName: org?.name ?? '',
      workspacePhotoURL: org?.squarePhotoURL ?? '',
      region: currentRegion(),
      loadTokens: 0,
      lastGrant: 0,
      usedPercent: 0,
      plan: 'paid',
      isOwn: true,
      permissions: [...new Set(pages.flatMap((page) => OPENED[page] ?? []))],
      abilities: NOTHING,
      secretLast4: '',
      joinedAt: 0,
    },
  ],
});
