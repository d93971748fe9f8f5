import { fail } from '@antiphon/contract/errors';
import type { ConversationId, FileId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { FileStore } from './uploads.ports.ts';
import { findFile } from './uploads.queries.ts';

/** A stored file with its bytes. Serve it as an attachment, without cookies and with `nosniff`: it is a stranger's. */
export async function getFile(
  deps: { database: Database; fileStore: FileStore },
  scope: Scope,
  query: { id: FileId; conversationId?: ConversationId },
): Promise<{ name: string; type: string; content: Uint8Array }> {
  const row = await deps.database.transaction(scope, (tx) => findFile(tx, scope, query));
  if (!row) fail('not_found');
  try {
    return { name: row.name, type: row.type, content: await deps.fileStore.get(row.storageKey) };
  } catch (error) {
    if (error instanceof VendorFailure && error.kind === 'not_found') fail('not_found');
    throw error;
  }
}
