import { oc } from '@orpc/contract';
import * as z from 'zod';
import { WorkspaceUid } from './ids.ts';

/** Where a photo that was stored is read: a path of our own host, so that no picture calls elsewhere. Empty is none. */
export const PhotoUrl = z
  .string()
  .regex(/^(\/api\/(na|eu)\/files\/fil_[0-9A-Za-z]{22})?$/, 'Use a photo that was uploaded here.');

/** The icon of a custom tab may be smaller than photos are. */
export const PhotoUse = z.enum(['photo', 'tabIcon']);
export type PhotoUse = z.infer<typeof PhotoUse>;

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
};
