import type { ConversationId, FunctionCallId, FunctionId, MessageId } from '@antiphon/contract/ids';
import type { SuiteAnswer } from '@antiphon/contract/suites';
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { claimed, isFree, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { functionCallCounts, functionCalls } from '../../db/schema/function-calls.ts';
import { suiteResults } from '../../db/schema/suites.ts';
import type { Scope } from '../../db/scope.ts';

export type CallRow = typeof functionCalls.$inferSelect;
/** What a call counts in, and how many may. */
export type Slot = { slot: string; most: number; conversationId: ConversationId | null; endsAt: Date | null };
type NewCall = Omit<typeof functionCalls.$inferInsert, 'workspaceUid'>;

const isOne = (scope: Scope, id: FunctionCallId) =>
  and(eq(functionCalls.workspaceUid, scope.workspaceUid), eq(functionCalls.id, id));
const isIn = (scope: Scope, id: ConversationId) =>
  and(eq(functionCalls.workspaceUid, scope.workspaceUid), eq(functionCalls.conversationId, id));

export async function findCall(tx: Tx, scope: Scope, id: FunctionCallId): Promise<CallRow | null> {
  const [row] = await tx.select().from(functionCalls).where(isOne(scope, id));
  return row ?? null;
}

/** The last round of the same call; null where it is the first. */
export async function findLastRound(
  tx: Tx,
  scope: Scope,
  same: { conversationId: ConversationId; functionId: FunctionId; argsHash: string },
): Promise<CallRow | null> {
  const [row] = await tx
    .select()
    .from(functionCalls)
    .where(
      and(
        isIn(scope, same.conversationId),
        eq(functionCalls.functionId, same.functionId),
        eq(functionCalls.argsHash, same.argsHash),
      ),
    )
    .orderBy(desc(functionCalls.round))
    .limit(1);
  return row ?? null;
}

/** Oldest first. */
export const listCalls = (tx: Tx, scope: Scope, id: ConversationId): Promise<CallRow[]> =>
  tx.select().from(functionCalls).where(isIn(scope, id)).orderBy(asc(functionCalls.createdAt), asc(functionCalls.id));

export async function insertCall(tx: Tx, scope: Scope, row: NewCall): Promise<CallRow> {
  const [made] = await tx
    .insert(functionCalls)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .returning();
  return made!;
}

/** Where it stands as `from` says; null where it does not any more. */
export async function changeCall(
  tx: Tx,
  scope: Scope,
  { id, from }: { id: FunctionCallId; from: CallRow['status'] },
  change: Partial<CallRow>,
): Promise<CallRow | null> {
  const [row] = await tx
    .update(functionCalls)
    .set({ ...change, changedAt: sql`clock_timestamp()` as never })
    .where(and(isOne(scope, id), eq(functionCalls.status, from)))
    .returning();
  return row ?? null;
}

export async function removeCall(tx: Tx, scope: Scope, id: FunctionCallId) {
  await tx.delete(functionCalls).where(isOne(scope, id));
}

/** What else of a function is open in a conversation is over. */
export const expireOthers = (
  tx: Tx,
  scope: Scope,
  { id, conversationId, functionId }: Pick<CallRow, 'id' | 'conversationId' | 'functionId'>,
): Promise<{ id: FunctionCallId }[]> =>
  tx
    .update(functionCalls)
    .set({ status: 'expired', changedAt: sql`clock_timestamp()` })
    .where(
      and(
        isIn(scope, conversationId),
        eq(functionCalls.functionId, functionId),
        ne(functionCalls.id, id),
        inArray(functionCalls.status, ['proposed']),
      ),
    )
    .returning({ id: functionCalls.id });

/**
 * One call more in each slot, or in none: those that are full are answered. Whoever counts the same waits until this transaction
 * ends; it has to be undone where one is full.
 */
export async function reserveSlots(
  tx: Tx,
  scope: Scope,
  of: Pick<typeof functionCallCounts.$inferInsert, 'agentId' | 'functionId'>,
  slots: readonly Slot[],
): Promise<Slot[]> {
  const rows = [...slots]
    .sort((one, other) => (one.slot < other.slot ? -1 : 1))
    .map((slot) => ({ ...of, ...slot, workspaceUid: scope.workspaceUid, used: 1 }));
  const taken = await tx
    .insert(functionCallCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [
        functionCallCounts.workspaceUid,
        functionCallCounts.agentId,
        functionCallCounts.functionId,
        functionCallCounts.slot,
      ],
      set: { used: sql`${functionCallCounts.used} + 1`, most: sql`excluded.most` },
      setWhere: sql`${functionCallCounts.used} < excluded.most`,
    })
    .returning({ slot: functionCallCounts.slot });
  const had = new Set(taken.map(({ slot }) => slot));
  return slots.filter(({ slot }) => !had.has(slot));
}

type Held = { id: FunctionCallId; lease: Lease };
const isRunning = (scope: Scope, { id, lease }: Held) =>
  and(isOne(scope, id), isHeld(functionCalls, lease), eq(functionCalls.status, 'running'));

/** Of one that nobody makes just now; null where somebody does, or where it has ended. */
export async function claimCall(
  tx: Tx,
  scope: Scope,
  id: FunctionCallId,
  { owner, leaseMs }: { owner: string; leaseMs: number },
): Promise<Lease | null> {
  const [row] = await tx
    .update(functionCalls)
    .set(claimed(functionCalls, owner, leaseMs))
    .where(and(isOne(scope, id), eq(functionCalls.status, 'running'), isFree(functionCalls)))
    .returning({ attempt: functionCalls.leaseAttempt });
  return row ? { owner, attempt: row.attempt } : null;
}

export async function renewLease(tx: Tx, scope: Scope, held: Held, leaseMs: number): Promise<boolean> {
  const rows = await tx
    .update(functionCalls)
    .set(renewed(leaseMs))
    .where(isRunning(scope, held))
    .returning({ id: functionCalls.id });
  return rows.length > 0;
}

/** What came of it, written by whoever makes it; null where another has it by now, or where it is gone. */
export async function settleRow(
  tx: Tx,
  scope: Scope,
  held: Held,
  change: Pick<CallRow, 'status' | 'fault' | 'outputs' | 'ms'>,
): Promise<CallRow | null> {
  const [row] = await tx
    .update(functionCalls)
    .set({ ...change, leaseOwner: null, leaseUntil: null, changedAt: sql`clock_timestamp()` })
    .where(isRunning(scope, held))
    .returning();
  return row ?? null;
}

export async function noteReceipt(tx: Tx, scope: Scope, id: FunctionCallId, receiptId: MessageId) {
  await tx.update(functionCalls).set({ receiptId }).where(isOne(scope, id));
}

/** What a test of the agent answers in place of other systems; null for a conversation that is no such test. */
export async function findTestAnswers(
  tx: Tx,
  scope: Scope,
  conversationId: ConversationId,
): Promise<readonly SuiteAnswer[] | null> {
  const [row] = await tx
    .select({ script: suiteResults.script })
    .from(suiteResults)
    .where(and(eq(suiteResults.workspaceUid, scope.workspaceUid), eq(suiteResults.conversationId, conversationId)));
  return row ? (row.script.answers ?? []) : null;
}
