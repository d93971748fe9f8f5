import { oc } from '@orpc/contract';
import * as z from 'zod';
import { InvitationId, WorkspaceUid } from './ids.ts';
import { Permission } from './permissions.ts';

/** An open invitation. Its secret stands in the mail alone. */
export const Invitation = z.object({
  id: InvitationId,
  email: z.string(),
  permissions: z.array(Permission),
  invitedBy: z.string().describe('The name of the member; empty for the bearer key'),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

export const InvitedEmail = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Please enter a valid email')
  .regex(/^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+\.[^\s@<>(),;:"\\[\].]+$/, 'Please enter a valid email');

const workspace = z.object({ uid: WorkspaceUid });
const invitation = workspace.extend({ invitationId: InvitationId });
const link = workspace.extend({ secret: z.string().max(100), email: z.string().max(254) });
const success = z.literal(true);
const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Invitations'], successStatus: 200 });

export const invitationsContract = {
  send: route('POST', '/v2/workspaces/{uid}/email', 'Invite somebody by mail')
    .input(
      workspace.extend({
        to: InvitedEmail,
        permissions: z.array(Permission).max(20).default([]),
        subject: z.string().max(1_000).optional().describe('Accepted and not used: the mail is written by the server'),
        html: z.string().max(100_000).optional().describe('Accepted and not used, like the subject'),
      }),
    )
    .output(z.object({ success, invitation: Invitation })),
  list: route('GET', '/v2/workspaces/{uid}/invitations', 'List open invitations')
    .input(workspace)
    .output(z.object({ items: z.array(Invitation) })),
  resend: route(
    'POST',
    '/v2/workspaces/{uid}/invitations/{invitationId}/resend',
    'Send an invitation again; the link before it ends',
  )
    .input(invitation)
    .output(z.object({ success, invitation: Invitation })),
  revoke: route('DELETE', '/v2/workspaces/{uid}/invitations/{invitationId}', 'Take an invitation back')
    .input(invitation)
    .output(z.object({ success })),
  get: route('GET', '/no-auth/workspaces/{uid}/invite', 'What an invitation says; reading it changes nothing')
    .input(link)
    .output(
      z.object({
        email: z.string(),
        workspaceName: z.string(),
        workspacePhotoURL: z.string(),
        invitedBy: z.string(),
        expiresAt: z.iso.datetime(),
      }),
    ),
  join: route('POST', '/no-auth/workspaces/{uid}/invite', 'Join as the invited person, who is signed in')
    .input(link)
    .output(z.object({ success, uid: WorkspaceUid })),
};
