import type { AgentId, DocumentId } from '@antiphon/contract/ids';
import { and, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { claimed, GIVEN_BACK, isFree, isHeld, isLapsed, type Lease, renewed } from '../../db/lease.ts';
import { knowledgeDocuments as documents } from '../../db/schema/knowledge.ts';
import type { Scope } from '../../db/scope.ts';
import type { DocumentRow, NewDocumentRow } from './documents.queries.ts';

/** After that a run that says nothing counts as dead. */
export const LEASE_MS = 45_000;

/** Runs of one reading that may be cut off (a crash, a restart, a lease that ran out) before it is given up. */
export const READING_ATTEMPTS_MAX = 3;

type Target = { agentId: AgentId; documentId: DocumentId };

const isUnread = (scope: Scope, target: Target) =>
  and(
    eq(documents.workspaceUid, scope.workspaceUid),
    eq(documents.agentId, target.agentId),
    eq(documents.id, target.documentId),
    isFree(documents),
  );

/** Makes `owner` the one that reads this document; null when it is gone, another is at it, or it was begun too often. */
export async function claimReading(
  tx: Tx,
  scope: Scope,
  target: Target & { owner: string },
): Promise<DocumentRow | null> {
  const [row] = await tx
    .update(documents)
    .set({
      ...claimed(documents, target.owner, LEASE_MS),
      readingAttempts: sql`${documents.readingAttempts} + 1`,
      state: 'PENDING',
      stateReason: null,
    })
    .where(and(isUnread(scope, target), lt(documents.readingAttempts, READING_ATTEMPTS_MAX)))
    .returning();
  return row ?? null;
}

/** Ends a reading whose every run was cut off; false where there is none. Only its owner has it begun again. */
export async function giveUpReading(tx: Tx, scope: Scope, target: Target, stateReason: string): Promise<boolean> {
  const rows = await tx
    .update(documents)
    .set({ state: 'ERROR', stateReason, nextReadAt: null, ...GIVEN_BACK })
    .where(
      and(
        isUnread(scope, target),
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
  held: { documentId: DocumentId; lease: Lease },
  change: Partial<NewDocumentRow>,
): Promise<boolean> {
  const rows = await tx
    .update(documents)
    .set({ ...renewed(LEASE_MS), ...change })
    .where(
      and(
        eq(documents.workspaceUid, scope.workspaceUid),
        eq(documents.id, held.documentId),
        isHeld(documents, held.lease),
      ),
    )
    .returning({ id: documents.id });
  return rows.length > 0;
}

/** What a dead run left; a lease that another took meanwhile stays. */
export async function giveBackLapsed(tx: Tx, scope: Scope, id: DocumentId) {
  await tx
    .update(documents)
    .set(GIVEN_BACK)
    .where(and(eq(documents.workspaceUid, scope.workspaceUid), eq(documents.id, id), isLapsed(documents)));
}
