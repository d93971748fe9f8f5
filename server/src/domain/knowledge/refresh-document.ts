import { fail } from '@antiphon/contract/errors';
import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import type { KnowledgeDocument } from '@antiphon/contract/knowledge';
import type { Database } from '../../db/database.ts';
import { emit } from '../events/emit.ts';
import type { Member } from '../identity/identity.policy.ts';
import { newProgress, toDocument } from './documents.rules.ts';
import { demandKnowledgeWrite } from './knowledge.policy.ts';
import { findDocument, updateDocument } from './knowledge.queries.ts';

/** Has a document read again; one that is being read just now stays as it is. */
export async function refreshDocument(
  deps: { database: Database },
  member: Member,
  target: { agentId: AgentId; documentId: DocumentId },
): Promise<KnowledgeDocument> {
  demandKnowledgeWrite(member);
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const row = await findDocument(tx, scope, target.agentId, target.documentId);
    if (!row) fail('not_found');
    if (row.leaseUntil && row.leaseUntil > new Date()) return toDocument(row);
    await emit(tx, scope, { type: 'document_refresh_due', payload: { agentId: row.agentId, documentId: row.id } });
    const change = { state: 'INITIALIZED', stateReason: null, progress: newProgress(), readingAttempts: 0 } as const;
    return toDocument((await updateDocument(tx, scope, row.id, change)) ?? row);
  });
}
