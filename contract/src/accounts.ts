import { oc } from '@orpc/contract';
import * as z from 'zod';
import { OwnSession, Profile } from './identity.ts';
import { WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';
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

export const EmailChange = z.object({
  email: z.string().nullable().describe('The address that is not confirmed yet; null where there is none'),
});
export type EmailChange = z.infer<typeof EmailChange>;

const route = (method: 'GET' | 'POST' | 'DELETE', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Sign-in and profile'], successStatus: 200 });

/** A person's own account: the address that it is reached by, what the person leaves with, and the end of it. */
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
  getEmailChange: route('GET', '/v2/users/me/email', 'The address that you are changing to').output(EmailChange),
  askForEmail: route('POST', '/v2/users/me/email', 'Ask for a code at a new address to sign in with')
    .input(
      z.object({
        email: z.string().trim().min(1, 'Please enter a valid email').max(254),
        currentPassword: z
          .string()
          .max(limits.passwordCharsMax)
          .optional()
          .describe('Of an account that has one; of others the session must have begun with a mail or Google just now'),
      }),
    )
    .output(EmailChange),
  sendEmailCode: route('POST', '/v2/users/me/email/code', 'Send another code to the new address')
    .input(z.object({}))
    .output(EmailChange),
  confirmEmail: route('POST', '/v2/users/me/email/confirm', 'Confirm the new address with its code')
    .input(z.object({ code: z.string().regex(/^\d{6}$/, 'Please enter the 6 digits of the code.') }))
    .output(Profile),
  cancelEmailChange: route('DELETE', '/v2/users/me/email', 'Keep the address').output(EmailChange),
};
