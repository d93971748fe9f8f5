import { oc } from '@orpc/contract';
import * as z from 'zod';
import { ExportId, WorkspaceUid } from './ids.ts';
import { limits } from './limits.ts';

/** queued -> making -> ready | failed. One that has expired is gone. */
export const ExportState = z.enum(['queued', 'making', 'ready', 'failed']);
export type ExportState = z.infer<typeof ExportState>;

export const WorkspaceExport = z.object({
  id: ExportId,
  state: ExportState,
  done: z.number().int().describe('Records and files that are written'),
  total: z.number().int().describe('Records and files that there were when it began; 0 before'),
  bytes: z.number().int().describe('Of the archive; 0 before it is ready'),
  sha256: z.string().describe('Of the archive, in hex; empty before it is ready'),
  createdAt: z.iso.datetime(),
  readyAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().describe('It is deleted then'),
});
export type WorkspaceExport = z.infer<typeof WorkspaceExport>;

const workspace = z.object({ uid: WorkspaceUid });
const path = <const Rest extends string>(rest: Rest) => `/v2/workspaces/{uid}/exports${rest}` as const;

/** Everything that a workspace holds, as one archive. Whoever has all permissions may ask, and opens what they asked for themselves. */
export const exportsContract = {
  create: oc
    .route({
      method: 'POST',
      path: path(''),
      summary: 'Ask for an archive of everything in the workspace',
      description: `A job makes it. While one of yours is being made, that one is answered. Who asked in person gets a mail when it is ready. It is kept for ${limits.exportKeptDays} days.`,
      tags: ['Exports'],
      successStatus: 201,
    })
    .input(workspace)
    .output(WorkspaceExport),
  list: oc
    .route({
      method: 'GET',
      path: path(''),
      summary: 'The archives that you asked for, newest first',
      tags: ['Exports'],
    })
    .input(workspace)
    .output(z.object({ items: z.array(WorkspaceExport) })),
  delete: oc
    .route({
      method: 'DELETE',
      path: path('/{exportId}'),
      summary: 'Delete an archive that you asked for, or stop making it',
      tags: ['Exports'],
      successStatus: 200,
    })
    .input(workspace.extend({ exportId: ExportId }))
    .output(z.object({ success: z.literal(true) })),
  download: oc
    .route({
      method: 'GET',
      path: path('/{exportId}/file'),
      summary: 'Download an archive that you asked for',
      description: 'A zip archive. A download that broke off goes on with a `Range` header.',
      tags: ['Exports'],
    })
    .input(workspace.extend({ exportId: ExportId }))
    .output(z.file()),
};
