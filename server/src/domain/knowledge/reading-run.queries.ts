import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import { and, eq, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { knowledgeDocuments as documents } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import type { DocumentRow, NewDocumentRow } from './knowledge.queries.ts';

/** Seconds after which a run that says nothing counts as dead. A live one renews at a third of it. */
export const LEASE_SECONDS = 45;

const leaseEnd = () => sql`now() + make_interval(secs => ${LEASE_SECONDS})`;

/** Runs of one reading that may be cut off (a crash, a restart, a lease that ran out) before it is given up. */
export const READING_ATTEMPTS_MAX = 3;

type Target = { agentId: AgentId; documentId: DocumentId };

const isFree = (scope: Scope, target: Target) =>
  and(
    eq(documents.workspaceUid, scope.workspaceUid),
    eq(documents.agentId, target.agentId),
    eq(documents.id, target.documentId),
    or(isNull(documents.readingUntil), lt(documents.readingUntil, sql`now()`)),
  );

/** Makes `run` the one that reads this document; null when it is gone, another run is at it, or it was begun too often. */
export async function claimReading(
  tx: Tx,
  scope: Scope,
  target: Target & { run: string },
): Promise<DocumentRow | null> {
  const [row] = await tx
    .update(documents)
    .set({
      readingRun: target.run,
      readingUntil: leaseEnd(),
      readingAttempts: sql`${documents.readingAttempts} + 1`,
      state: 'PENDING',
      stateReason: null,
    })
    .where(and(isFree(scope, target), lt(documents.readingAttempts, READING_ATTEMPTS_MAX)))
    .returning();
  return row ?? null;
}

/** Ends a reading whose every run was cut off; false where there is none. Only its owner has it begun again. */
export async function giveUpReading(tx: Tx, scope: Scope, target: Target, stateReason: string): Promise<boolean> {
  const rows = await tx
    .update(documents)
    .set({ state: 'ERROR', stateReason, nextReadAt: null, readingRun: null, readingUntil: null })
    .where(
      and(
        isFree(scope, target),
        gte(documents.readingAttempts, READING_ATTEMPTS_MAX),
        inArray(documents.state, ['PENDING', 'INITIALIZED']),
      ),
    )
    .returning({ id: documents.id });
  return rows.length > 0;
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
