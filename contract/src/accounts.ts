import { oc } from '@orpc/contract';
import * as z from 'zod';
import { OwnSession, Profile } from './identity.ts';
import { WorkspaceUid } from './ids.ts';
import { Permission } from './permissions.ts';

export const AccountExport = z.object({
  person: Profile,
  sessions: z.array(OwnSession),
  memberships: z.array(
    z.object({
      workspaceUid: WorkspaceUid,
      workspaceName: z.string(),
      isOwner: z.boolean(),
      permissions: z.array(Permission),
    }),
  ),
});
export type AccountExport = z.infer<typeof AccountExport>;

/** A person's own account: what the person leaves with, and the end of it. */
export const accountsContract = {
  exportOwn: oc
    .route({
      method: 'GET',
      path: '/v2/users/me/export',
      summary: 'What is known of you as a person',
      description:
        'Your record, your sessions, and the workspaces that you are in. What a workspace holds is an archive of its own: see Exports.',
      tags: ['Sign-in and profile'],
    })
    .output(AccountExport),
  deleteOwn: oc
    .route({
      method: 'DELETE',
      path: '/v2/users/me',
      summary: 'Delete your account and every workspace that you own',
      description:
        'Needs a sign-in of the last ten minutes (`sign_in_again`) and no workspace of yours with other members in it (`workspaces_shared`).',
      tags: ['Sign-in and profile'],
      successStatus: 200,
    })
    .input(z.object({ email: z.string().max(320).describe('Your own address, to say that it is meant') }))
    .output(z.object({ success: z.literal(true) })),
};
