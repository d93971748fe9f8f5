import type { AgentId, DocumentId, FileId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { emit } from '../events/emit.ts';
import { copyChunks } from '../search/copy-chunks.ts';
import { copyFile } from '../uploads/copy-file.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { copyDocument, hasAgent, listCopiedFrom } from './documents.queries.ts';

type Deps = { database: Database; fileStore: FileStore };
type Agents = { from: AgentId; to: AgentId };

/**
 * Gives an agent the documents of another one of the workspace, read as they are: nothing is fetched, extracted or indexed
 * again. What was not read yet is read for the copy. Safe to run twice: a copy's id follows from the original's.
 */
export async function copyDocuments(deps: Deps, scope: Scope, agents: Agents): Promise<void> {
  const documents = await deps.database.transaction(scope, async (tx) =>
    (await hasAgent(tx, scope, agents.to)) ? listCopiedFrom(tx, scope, agents.from) : [],
  );
  for (const document of documents) {
    const fileId = document.fileId ? await copyFile(deps, scope, { id: document.fileId, agentId: agents.to }) : null;
    await copyOne(deps, scope, agents, { id: document.id, fileId });
  }
}

/** A document with its chunks in one transaction, so that what is found is counted. Pages come after their parent. */
async function copyOne(
  deps: Deps,
  scope: Scope,
  agents: Agents,
  document: { id: DocumentId; fileId: FileId | null },
): Promise<void> {
  await deps.database.transaction(scope, async (tx) => {
    const copy = await copyChunks(tx, scope, agents, document.id, () => copyDocument(tx, scope, agents, document));
    if (copy && copy.chars > 0) await demandWithin(tx, scope, 'maxKbDocsCharCount');
    if (copy?.state === 'INITIALIZED' && copy.kind !== 'page')
      await emit(tx, scope, { type: 'document_added', payload: { agentId: agents.to, documentId: copy.id } });
  });
}
