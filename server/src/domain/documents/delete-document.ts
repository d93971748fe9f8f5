import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { inBatches } from '../../db/in-batches.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { deleteRunPages } from '../crawl-runs/delete-runs.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { deleteChunks } from '../search/index-chunks.ts';
import { deleteFiles } from '../uploads/delete-files.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { demandKnowledgeWrite } from './documents.policy.ts';
import { deleteDocuments, findDocument, listPageIds } from './documents.queries.ts';

type Deps = { database: Database; fileStore: FileStore };

const PAGES_FIRST = 10;
/** Pages that a reading adds between two transactions are a few. */
const PAGES_MEANWHILE_MAX = 1_000;

/** Deletes a document with its pages, chunks and file. A reading under way ends at its next write. */
export async function deleteDocument(
  deps: Deps,
  member: Member,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<void> {
  demandKnowledgeWrite(member);
  const { database } = deps;
  const { scope } = member;
  const { agentId, documentId } = target;
  // A site may have hundreds of pages, each of them with chunks by the hundred: those first, a few at a time.
  await inBatches({ database, scope, first: PAGES_FIRST }, async (tx, most) => {
    const pages = await listPageIds(tx, scope, target, most);
    await deleteChunks(tx, scope, { agentId, documentIds: pages });
    await deleteDocuments(tx, scope, pages);
    return pages.length;
  });
  await inBatches({ database, scope }, (tx, most) => deleteRunPages(tx, scope, documentId, most));
  const deleteBytes = await database.transaction(scope, async (tx) => {
    const row = await findDocument(tx, scope, agentId, documentId);
    if (!row) fail('not_found');
    const added = await listPageIds(tx, scope, target, PAGES_MEANWHILE_MAX);
    await deleteChunks(tx, scope, { agentId, documentIds: [...added, documentId] });
    await deleteDocuments(tx, scope, [...added, documentId]);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'document.delete', target: documentId });
    return deleteFiles(tx, scope, row.fileId ? [row.fileId] : []);
  });
  await deleteBytes(deps);
}
