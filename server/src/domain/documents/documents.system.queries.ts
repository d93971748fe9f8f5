import type { AgentId, DocumentId, WorkspaceUid } from '@antiphon/contract/ids';
import { and, asc, isNull, lte, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { isLapsed } from '../../db/lease.ts';
import { knowledgeDocuments as documents } from '../../db/schema/knowledge.ts';
import type { SystemScope } from '../../db/scope.ts';

export type DueDocument = { id: DocumentId; agentId: AgentId; workspaceUid: WorkspaceUid };

/** In every workspace of the region: documents whose hour has come, and those whose reading was cut off by a crash. */
export function listDueDocuments(tx: Tx, _scope: SystemScope, now: Date, limit: number): Promise<DueDocument[]> {
  const isDue = and(lte(documents.nextReadAt, now), isNull(documents.leaseUntil));
  // What lies in the trash is not read again until it is taken out.
  const isOfLiveAgent = sql`exists (select 1 from agents a where a.id = ${documents.agentId} and a.deleted_at is null)`;
  return tx
    .select({ id: documents.id, agentId: documents.agentId, workspaceUid: documents.workspaceUid })
    .from(documents)
    .where(and(or(isDue, isLapsed(documents)), isOfLiveAgent))
    .orderBy(asc(documents.nextReadAt))
    .limit(limit);
}
