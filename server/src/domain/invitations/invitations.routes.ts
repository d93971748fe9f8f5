import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import { linkProcedure, memberProcedure, originOf, takeRate, userProcedure } from '../../http/procedures.ts';
import { linkOrigin } from '../identity/link-origin.rules.ts';
import { getInvitation, joinWorkspace } from './join-workspace.ts';
import { listInvitations, revokeInvitation } from './list-invitations.ts';
import { type InviteDeps, resendInvitation, sendInvitation } from './send-invitation.ts';

type Deps = InviteDeps & { makeScope: (uid: WorkspaceUid) => Scope; publicUrl: string | null; port: number };

const { invitations } = memberProcedure;
const success = true as const;
const DAY_SECONDS = 86_400;

/** Beside the limits of all mail: what one workspace may send of these, and what one person may get from it. */
const inviteRates = (scope: Scope, to: string) => [
  { key: `invite:workspace:${scope.workspaceUid}`, max: 50, windowSeconds: DAY_SECONDS },
  { key: `invite:recipient:${scope.workspaceUid}:${to}`, max: 5, windowSeconds: DAY_SECONDS },
];

export const invitationsRoutes = (deps: Deps) => ({
  send: invitations.send.handler(async ({ context, input }) => {
    await takeRate(context, inviteRates(context.scope, input.to));
    const origin = linkOrigin(deps, originOf(context.headers));
    return { success, invitation: await sendInvitation(deps, context.member, { ...input, origin }) };
  }),
  list: invitations.list.handler(async ({ context }) => ({ items: await listInvitations(deps, context.member) })),
  resend: invitations.resend.handler(async ({ context, input }) => {
    await takeRate(context, inviteRates(context.scope, input.invitationId));
    const origin = linkOrigin(deps, originOf(context.headers));
    return {
      success,
      invitation: await resendInvitation(deps, context.member, { id: input.invitationId, origin }),
    };
  }),
  revoke: invitations.revoke.handler(async ({ context, input }) => {
    await revokeInvitation(deps, context.member, input.invitationId);
    return { success };
  }),
  get: linkProcedure.invitations.get.handler(async ({ input }) => {
    const { id: _id, permissions: _permissions, expiresAt, invitedBy, ...shown } = await getInvitation(deps, input);
    return { ...shown, invitedBy: invitedBy ?? '', expiresAt: expiresAt.toISOString() };
  }),
  join: userProcedure.invitations.join.handler(async ({ context, input }) => {
    await takeRate(context, [{ key: `join:${context.user.userId}`, max: 30, windowSeconds: 60 }]);
    await joinWorkspace(deps, context.user, input);
    return { success, uid: input.uid };
  }),
});
