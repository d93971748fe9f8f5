import type { ExportId, WorkspaceUid } from '@antiphon/contract/ids';
import type { RequestContext } from '../../http/context.ts';
import { demandMember } from '../../http/procedures.ts';
import { openArchive } from './open-archive.ts';

/** Beside the procedures, which answer with what fits into memory. */
export async function downloadExport(
  deps: Parameters<typeof openArchive>[0],
  context: RequestContext,
  { uid, id }: { uid: string; id: string },
): Promise<Response> {
  const member = await demandMember(context, uid as WorkspaceUid);
  return openArchive(deps, member, id as ExportId, context.headers.get('range'));
}
