import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { deleteFiles } from '../uploads/delete-files.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { deleteChunks } from './index-chunks.ts';
import { demandKnowledgeWrite } from './knowledge.policy.ts';
import { deleteDocuments, listTrees } from './knowledge.queries.ts';

type Deps = { database: Database; fileStore: FileStore };

/** Deletes a document with its pages, chunks and file. A reading under way ends at its next write. */
export async function deleteDocument(
  deps: Deps,
  member: Member,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<void> {
  demandKnowledgeWrite(member);
  await deleteTrees(deps, member.scope, target.agentId, [target.documentId], member);
}

/** All that an agent knew, after the agent itself was deleted. Safe to run twice. */
export async function deleteAgentKnowledge(deps: Deps, scope: Scope, agentId: AgentId): Promise<void> {
  await deleteTrees(deps, scope, agentId, 'all', null);
}

/** A page that was added while the others were being deleted goes with its parent's row, by the cascade. */
async function deleteTrees(deps: Deps, scope: Scope, agentId: AgentId, ids: DocumentId[] | 'all', by: Member | null) {
  const deleteBytes = await deps.database.transaction(scope, async (tx) => {
    const rows = await listTrees(tx, scope, agentId, ids);
    if (ids !== 'all' && !rows.some((row) => row.id === ids[0])) fail('not_found');
    const documentIds = rows.map((row) => row.id);
    await deleteChunks(tx, scope, { agentId, documentIds });
    await deleteDocuments(tx, scope, documentIds);
    if (by)
      await recordAudit(tx, scope, { actor: actorOf(by), action: 'document.delete', target: documentIds[0] ?? '' });
    return deleteFiles(
      tx,
      scope,
      rows.flatMap((row) => row.fileId ?? []),
    );
  });
  await deleteBytes(deps);
}
