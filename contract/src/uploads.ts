import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

/** Where a photo that was stored is read: a path of our own host, so that no picture calls elsewhere. Empty is none. */
export const PhotoUrl = z
  .string()
  .regex(/^(\/api\/(na|eu)\/files\/fil_[0-9A-Za-z]{22})?$/, 'Use a photo that was uploaded here.');

/** The icon of a custom tab may be smaller than photos are. */
export const PhotoUse = z.enum(['photo', 'tabIcon']);
export type PhotoUse = z.infer<typeof PhotoUse>;

const ignored = z.string().max(1_000).optional().describe('Accepted and ignored');

export const uploadsContract = {
  addPhoto: oc
    .route({
      method: 'POST',
      path: '/v2/workspaces/{uid}/files',
      summary: 'Store a photo of a workspace, a person or an agent',
      description:
        'A png, jpeg, webp or gif of at most 5 MB, as the icon of a custom tab 1 MB. It is drawn anew, without metadata, at most 512 pixels wide.',
      tags: ['Uploads'],
      successStatus: 201,
    })
    .input(z.object({ uid: WorkspaceUid, file: z.file(), use: PhotoUse.default('photo') }))
    .output(z.object({ url: PhotoUrl })),
  uploadFile: oc
    .route({
      method: 'POST',
      path: '/rpc/uploadFile',
      summary: 'Store a photo that is sent as text',
      description:
        'As `addPhoto`. A request holds at most 2 MB, which is a photo of 1.5 MB: larger ones are sent as files. Where a photo lies is no choice of whoever sends it.',
      tags: ['Uploads'],
      successStatus: 200,
    })
    .input(
      z.object({
        uid: WorkspaceUid.optional().describe('Of whom, where it is not the header that says so'),
        base64Payload: z.string().min(1).max(limits.bodyBytesMax).describe('The bytes in base64, or a `data:` address'),
        agentId: ignored,
        userId: ignored,
        targetPath: ignored,
        temporary: z.boolean().optional().describe('Accepted and ignored: a photo that nothing shows is removed'),
      }),
    )
    .output(z.object({ data: z.object({ url: PhotoUrl }) })),
};
