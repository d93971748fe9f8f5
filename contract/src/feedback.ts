import { oc } from '@orpc/contract';
import * as z from 'zod';
import { AgencyId } from './ids.ts';
import { limits } from './limits.ts';

const ignored = (why: string) => z.unknown().optional().describe(`Accepted and ignored: ${why}`);

/** What clients write to their agency. */
export const feedbackContract = {
  send: oc
    .route({
      method: 'POST',
      path: '/agencies/{agencyId}/email',
      summary: 'Write to the agency',
      description: `At most ${limits.feedbackFilesMax} files. It is stored, and then mailed to the agency's support address.`,
      tags: ['Client dashboard'],
      successStatus: 201,
    })
    .input(
      z.object({
        agencyId: AgencyId.describe('One’s own'),
        message: z.string().trim().min(1, 'Please write a message.').max(limits.feedbackCharsMax),
        attachments: z.union([z.array(z.file()).max(limits.feedbackFilesMax), z.file()]).optional(),
        to: ignored('it goes to the support address'),
        subject: ignored('the server has one'),
        html: ignored('what is mailed is made of the message'),
        agencyData: ignored('the server knows the agency'),
        bucket: ignored('files are stored where all are'),
      }),
    )
    .output(z.object({ success: z.literal(true) })),
};
