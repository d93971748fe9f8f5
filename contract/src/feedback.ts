import { oc } from '@orpc/contract';
import * as z from 'zod';
import { limits } from './limits.ts';

/** What clients write to their agency. */
export const feedbackContract = {
  send: oc
    .route({
      method: 'POST',
      path: '/client/feedback',
      summary: 'Write to the agency',
      description: `At most ${limits.feedbackFilesMax} files. It is stored, and then mailed to the agency's support address.`,
      tags: ['Client dashboard'],
      successStatus: 201,
    })
    .input(
      z.object({
        message: z.string().trim().min(1, 'Please write a message.').max(limits.feedbackCharsMax),
        attachments: z.union([z.array(z.file()).max(limits.feedbackFilesMax), z.file()]).optional(),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
};
