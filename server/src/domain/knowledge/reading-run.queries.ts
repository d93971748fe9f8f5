import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { knowledgeDocuments as documents } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import type { DocumentRow, NewDocumentRow } from './knowledge.queries.ts';

/** Seconds after which a run that says nothing counts as dead. A live one renews at a third of it. */
export const LEASE_SECONDS = 45;

const leaseEnd = () => sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Makes `run` the one that reads this document; null when it is gone, or another run is at it. */
export async function claimReading(
  tx: Tx,
  scope: Scope,
  target: { agentId: AgentId; documentId: DocumentId; run: string },
): Promise<DocumentRow | null> {
  const [row] = await tx
    .update(documents)
    .set({ readingRun: target.run, readingUntil: leaseEnd(), state: 'PENDING', stateReason: null })
    .where(
      and(
        eq(documents.workspaceUid, scope.workspaceUid),
        eq(documents.agentId, target.agentId),
        eq(documents.id, target.documentId),
        or(isNull(documents.readingUntil), lt(documents.readingUntil, sql`now()`)),
      ),
    )
    .returning();
  return row ?? null;
}

/** Writes for as long as the run holds the document, and renews its lease; false when it does not any more. */
export async function updateReading(
  tx: Tx,
  scope: Scope,
  held: { documentId: DocumentId; run: string },
  change: Partial<NewDocumentRow>,
): Promise<boolean> {
  const rows = await tx
    .update(documents)
    .set({ readingUntil: leaseEnd(), ...change })
    .where(
      and(
        eq(documents.workspaceUid, scope.workspaceUid),
        eq(documents.id, held.documentId),
        eq(documents.readingRun, held.run),
      ),
    )
    .returning({ id: documents.id });
  return rows.length > 0;
}
