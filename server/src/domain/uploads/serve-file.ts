import type { FileId, WorkspaceUid } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { getFile } from './get-file.ts';
import type { FileStore } from './uploads.ports.ts';
import { findServedFile } from './uploads.system.queries.ts';

const SHOWN_INLINE = /^image\/(png|jpeg|webp|gif)$/;

/**
 * A conversation's file as strangers' content: never run, never sniffed, pictures shown, the rest downloaded. On an agency's host
 * (`hostOf`, whose it is) only that workspace's are there; photos, which people take with them, everywhere.
 */
export async function serveFile(
  deps: { database: Database; fileStore: FileStore; systemScope: SystemScope; makeScope: (uid: WorkspaceUid) => Scope },
  id: FileId,
  hostOf: WorkspaceUid | null,
): Promise<Response | null> {
  const served = await deps.database.transaction(deps.systemScope, (tx) => findServedFile(tx, id));
  if (!served || (hostOf && hostOf !== served.workspaceUid && !served.isPhoto)) return null;
  const file = await getFile(deps, deps.makeScope(served.workspaceUid), { id });
  const disposition = SHOWN_INLINE.test(file.type) ? 'inline' : 'attachment';
  return new Response(new Uint8Array(file.content), {
    headers: {
      'content-type': file.type,
      'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
}
