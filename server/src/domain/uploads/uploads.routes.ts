import { fail } from '@antiphon/contract/errors';
import type { PhotoUse } from '@antiphon/contract/uploads';
import type { Scope } from '../../db/scope.ts';
import type { RequestContext } from '../../http/context.ts';
import { memberProcedure, namingMemberProcedure, takeRate } from '../../http/procedures.ts';
import { addPhoto } from './add-photo.ts';
import type { UploadDeps } from './store-file.ts';
import { readPayload } from './uploads.rules.ts';

// Every member may: who may show a photo where is asked when it is saved there. The rate bounds what is stored.
export const uploadsRoutes = (deps: UploadDeps) => {
  const add = async (context: RequestContext & { scope: Scope }, file: File, use: PhotoUse) => {
    const { scope } = context;
    await takeRate(context, [{ key: `photo:${scope.workspaceUid}`, max: 60, windowSeconds: 3_600 }]);
    return addPhoto(deps, scope, file, use);
  };
  return {
    addPhoto: memberProcedure.uploads.addPhoto.handler(async ({ context, input }) => ({
      url: await add(context, input.file, input.use),
    })),
    uploadFile: namingMemberProcedure.uploads.uploadFile.handler(async ({ context, input }) => {
      const bytes = readPayload(input.base64Payload);
      if (bytes === null) {
        const message = 'This is no base64.';
        return fail('invalid_input', { message, issues: [{ path: 'base64Payload', message }] });
      }
      return { data: { url: await add(context, new File([bytes], 'photo'), 'photo') } };
    }),
  };
};
