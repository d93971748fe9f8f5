import { limits } from '@antiphon/contract/limits';
import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { type DeleteDeps, deleteOwnExport } from './delete-archives.ts';
import { listOwnExports, requestExport } from './request-export.ts';

const { exports } = memberProcedure;

/** The download is no procedure's handler: it is written piece by piece (`app.ts`). */
export const exportsRoutes = (deps: DeleteDeps) => ({
  create: exports.create.handler(async ({ context }) => {
    const key = `export:${context.scope.workspaceUid}`;
    await takeRate(context, [{ key, max: limits.exportsPerDay, windowSeconds: 86_400 }]);
    return requestExport(deps, context.member);
  }),
  list: exports.list.handler(async ({ context }) => ({ items: await listOwnExports(deps, context.member) })),
  delete: exports.delete.handler(async ({ context, input }) => {
    await deleteOwnExport(deps, context.member, input.exportId);
    return { success: true as const };
  }),
});
