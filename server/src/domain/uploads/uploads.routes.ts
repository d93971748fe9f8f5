import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { addPhoto } from './add-photo.ts';
import type { UploadDeps } from './store-file.ts';

export const uploadsRoutes = (deps: UploadDeps) => ({
  // Every member may: who may show a photo where is asked when it is saved there. The rate bounds what is stored.
  addPhoto: memberProcedure.uploads.addPhoto.handler(async ({ context, input }) => {
    const { scope } = context;
    await takeRate(context, [{ key: `photo:${scope.workspaceUid}`, max: 60, windowSeconds: 3_600 }]);
    return { url: await addPhoto(deps, scope, input.file, input.use) };
  }),
});
