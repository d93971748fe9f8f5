import type { ConversationId } from '@antiphon/contract/ids';
import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { claimed, GIVEN_BACK, isFree, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { conversationSummaries as summaries } from '../../db/schema/handoffs.ts';
import type { Scope } from '../../db/scope.ts';

/** Longer than a model is waited for at a time: a writer that says nothing for so long is dead. */
export const LEASE_MS = 15_000;

const isAbout = (scope: Scope, id: ConversationId) =>
  and(eq(summaries.workspaceUid, scope.workspaceUid), eq(summaries.conversationId, id));

/** The summary of the words `of`; null while there is none. */
export async function findSummary(tx: Tx, scope: Scope, id: ConversationId, of: string): Promise<string | null> {
  const [row] = await tx
    .select({ text: summaries.text })
    .from(summaries)
    .where(and(isAbout(scope, id), eq(summaries.of, of)));
  return row?.text ?? null;
}

/** Makes `owner` the one that writes the summary of the words `of`; null where it stands, or another is at it. */
export async function claimSummary(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  of: string,
  owner: string,
): Promise<Lease | null> {
  await tx.insert(summaries).values({ conversationId: id, workspaceUid: scope.workspaceUid, of }).onConflictDoNothing();
  const [row] = await tx
    .update(summaries)
    .set({ of, text: null, ...claimed(summaries, owner, LEASE_MS) })
    .where(and(isAbout(scope, id), or(ne(summaries.of, of), isNull(summaries.text)), isFree(summaries)))
    .returning({ attempt: summaries.leaseAttempt });
  return row ? { owner, attempt: row.attempt } : null;
}

export async function renewSummary(tx: Tx, scope: Scope, id: ConversationId, lease: Lease): Promise<boolean> {
  const rows = await tx
    .update(summaries)
    .set(renewed(LEASE_MS))
    .where(and(isAbout(scope, id), isHeld(summaries, lease)))
    .returning({ id: summaries.conversationId });
  return rows.length > 0;
}

/** `text` null: none came of it, and the next look tries anew. */
export async function saveSummary(tx: Tx, scope: Scope, id: ConversationId, lease: Lease, text: string | null) {
  await tx
    .update(summaries)
    .set({ text, ...GIVEN_BACK })
    .where(and(isAbout(scope, id), isHeld(summaries, lease)));
}
