import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';

/** A person's whole account: what the person leaves with, and the end of it. */
export const accountsContract = {
  exportOwn: oc
    .route({
      method: 'GET',
      path: '/v2/users/me/export',
      summary: 'Everything of yours, piece by piece',
      description:
        'The pieces together are JSON Lines: each line is `{"kind", "workspaceUid", "record"}`. Your record and sessions, and of every workspace that you own: its record, members, agents with their versions, documents with their text, conversations with their messages, usage. Nothing secret is in it.',
      tags: ['Sign-in and profile'],
    })
    .output(
      eventIterator(
        z.object({
          text: z.string().describe('To be appended'),
          records: z.number().int().describe('Lines written so far'),
          isLast: z.boolean(),
        }),
      ),
    ),
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
