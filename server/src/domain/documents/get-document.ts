import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findDocument, listChunks } from './documents.queries.ts';
import { toDocument } from './documents.rules.ts';

/** A document of a million characters has about 1,200 chunks. */
const CHUNKS_SHOWN_MAX = 2_000;

/** A document with its whole text and the chunks that the agent searches. */
export async function getDocument(
  deps: { database: Database },
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId },
) {
  return deps.database.transaction(scope, async (tx) => {
    const row = await findDocument(tx, scope, target.agentId, target.documentId);
    if (!row) fail('not_found');
    const chunkList = await listChunks(tx, scope, row.id, CHUNKS_SHOWN_MAX);
    return { ...toDocument(row), text: row.text, chunkList };
  });
}
