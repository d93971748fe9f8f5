import type { CallChannel, CallConsent, CallMode, CallState } from '@antiphon/contract/calls';
import type { AgentId, CallId, ConversationId } from '@antiphon/contract/ids';
import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm';
import { isBehind } from '../../db/cursor.ts';
import type { Tx } from '../../db/database.ts';
import { claimed, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { agents } from '../../db/schema/agents.ts';
import { calls } from '../../db/schema/calls.ts';
import { phoneNumbers } from '../../db/schema/phone-numbers.ts';
import type { Scope } from '../../db/scope.ts';

export type CallRow = typeof calls.$inferSelect;

const isCall = (scope: Scope, id: CallId) => and(eq(calls.workspaceUid, scope.workspaceUid), eq(calls.id, id));
const isMine = (scope: Scope, id: CallId, lease: Lease) => and(isCall(scope, id), isHeld(calls, lease));

const clock = sql`clock_timestamp()`;

/** Those that go on, or may: their connection lives, or was lost a moment ago, or they are dialled. `but`: not the line that is kept for this one. */
export async function countLines(tx: Tx, scope: Scope, but: CallId | '' = ''): Promise<number> {
  const { rows } = await tx.execute(sql`select call_lines(${scope.workspaceUid}, ${but}) as lines`);
  return Number((rows[0] as { lines: number }).lines);
}

export async function insertCall(
  tx: Tx,
  row: Omit<typeof calls.$inferInsert, 'secretUntil' | 'leaseUntil'>,
  waitMs: number,
) {
  const until = sql`clock_timestamp() + ${waitMs}::int * interval '1 millisecond'`;
  await tx.insert(calls).values({ ...row, secretUntil: until, leaseUntil: until });
}

export async function findCall(tx: Tx, scope: Scope, id: CallId): Promise<CallRow | null> {
  const [row] = await tx.select().from(calls).where(isCall(scope, id));
  return row ?? null;
}

/**
 * Whoever has the secret takes the call over, from whatever process held it, and uses the secret up: the next one is stored for the
 * connection after this one. Null where the secret is not that of the call, or the call has ended.
 */
export async function claimCall(
  tx: Tx,
  scope: Scope,
  claim: { id: CallId; secretHash: string; nextHash: string; nextMs: number; owner: string; leaseMs: number },
): Promise<(CallRow & { lease: Lease }) | null> {
  const { owner } = claim;
  const [row] = await tx
    .update(calls)
    .set({
      ...claimed(calls, owner, claim.leaseMs),
      state: 'live',
      secretHash: claim.nextHash,
      secretUntil: sql`clock_timestamp() + ${claim.nextMs}::int * interval '1 millisecond'`,
      startedAt: sql`coalesce(${calls.startedAt}, clock_timestamp())`,
    })
    .where(
      and(
        isCall(scope, claim.id),
        eq(calls.secretHash, claim.secretHash),
        gt(calls.secretUntil, clock),
        ne(calls.state, 'ended'),
      ),
    )
    .returning();
  return row ? { ...row, lease: { owner, attempt: row.leaseAttempt } } : null;
}

/** Whoever has this secret takes the next connection, and is waited for; false where the call has ended. */
export async function storeSecret(
  tx: Tx,
  scope: Scope,
  id: CallId,
  secretHash: string,
  { untilMs, graceMs }: { untilMs: number; graceMs: number },
) {
  const until = sql`clock_timestamp() + ${untilMs}::int * interval '1 millisecond'`;
  const grace = sql`greatest(${calls.leaseUntil}, clock_timestamp() + ${graceMs}::int * interval '1 millisecond')`;
  const changed = await tx
    .update(calls)
    .set({ secretHash, secretUntil: until, leaseUntil: grace })
    .where(and(isCall(scope, id), eq(calls.channel, 'phone'), ne(calls.state, 'ended')))
    .returning({ id: calls.id });
  return changed.length > 0;
}

/** A sign of life, with how long the minute that is held has lasted, in milliseconds. Null where another has the call by now. */
export async function keepCall(tx: Tx, scope: Scope, id: CallId, lease: Lease, leaseMs: number) {
  const [row] = await tx
    .update(calls)
    .set({ ...renewed(leaseMs), aliveAt: clock })
    .where(isMine(scope, id, lease))
    .returning({
      slice: calls.slice,
      ms: sql<number>`extract(epoch from clock_timestamp() - ${calls.sliceFrom})::float8 * 1000`,
      agentId: calls.agentId,
      conversationId: calls.conversationId,
      isTest: calls.isTest,
    });
  return row ?? null;
}

/** A minute is over, and was charged; the next one counts from its end, or from now where it was cut short. */
export async function moveOn(
  tx: Tx,
  scope: Scope,
  id: CallId,
  { seconds, charged, isCut }: { seconds: number; charged: bigint; isCut: boolean },
) {
  await tx
    .update(calls)
    .set({
      slice: sql`${calls.slice} + 1`,
      sliceFrom: isCut ? clock : sql`${calls.sliceFrom} + ${seconds}::int * interval '1 second'`,
      ...(isCut ? { connectedSeconds: sql`${calls.seconds} + ${seconds}::int` } : {}),
      seconds: sql`${calls.seconds} + ${seconds}::int`,
      creditsMicro: sql`${calls.creditsMicro} + ${charged.toString()}::bigint`,
    })
    .where(isCall(scope, id));
}

/** Who listens and speaks in it from now on. */
export async function storeMode(tx: Tx, scope: Scope, id: CallId, mode: CallMode) {
  await tx
    .update(calls)
    .set({ mode })
    .where(and(isCall(scope, id), ne(calls.mode, mode)));
}

export async function beginSlice(tx: Tx, scope: Scope, id: CallId, slice: number) {
  await tx.update(calls).set({ slice, sliceFrom: clock, aliveAt: clock }).where(isCall(scope, id));
}

/** Locked until the transaction ends, and with how long its minute has lasted by its last sign of life. Null where it has ended. */
export async function lockOpenCall(tx: Tx, scope: Scope, id: CallId) {
  const ms = sql<number>`coalesce(extract(epoch from ${calls.aliveAt} - ${calls.sliceFrom})::float8 * 1000, 0)`;
  const nowMs = sql<number>`coalesce(extract(epoch from clock_timestamp() - ${calls.sliceFrom})::float8 * 1000, 0)`;
  const [row] = await tx
    .select({ call: calls, ms, nowMs })
    .from(calls)
    .where(and(isCall(scope, id), ne(calls.state, 'ended')))
    .for('update');
  return row ?? null;
}

export async function storeEnd(
  tx: Tx,
  scope: Scope,
  id: CallId,
  end: { reason: NonNullable<CallRow['endReason']>; seconds: number; charged: bigint },
) {
  await tx
    .update(calls)
    .set({
      ...{ state: 'ended', endReason: end.reason, endedAt: clock, leaseOwner: null, leaseUntil: null },
      seconds: sql`${calls.seconds} + ${end.seconds}::int`,
      creditsMicro: sql`${calls.creditsMicro} + ${end.charged.toString()}::bigint`,
    })
    .where(isCall(scope, id));
}

/** Its connection was no longer than this, as the provider tells: no sign of life counts beyond it. */
export async function capAlive(tx: Tx, scope: Scope, id: CallId, seconds: number) {
  const left = sql`greatest(0, ${calls.connectedSeconds} + ${seconds}::int - ${calls.seconds})`;
  await tx
    .update(calls)
    .set({ aliveAt: sql`least(${calls.aliveAt}, ${calls.sliceFrom} + ${left} * interval '1 second')` })
    .where(and(isCall(scope, id), eq(calls.state, 'live')));
}

/** Nobody has its connection: somebody else may be rung up for its caller. For so long it waits for what comes of that. */
export async function storeTransferring(tx: Tx, scope: Scope, id: CallId, waitMs: number) {
  await tx
    .update(calls)
    .set({
      ...{ state: 'transferring', leaseOwner: null },
      leaseUntil: sql`clock_timestamp() + ${waitMs}::int * interval '1 millisecond'`,
    })
    .where(isCall(scope, id));
}

/** `to` is rung up for its caller. False where it has ended. */
export async function noteTransfer(tx: Tx, scope: Scope, id: CallId, to: string): Promise<boolean> {
  const changed = await tx
    .update(calls)
    .set({ transferredTo: to, transfers: sql`${calls.transfers} + 1` })
    .where(and(isCall(scope, id), eq(calls.state, 'transferring')))
    .returning({ id: calls.id });
  return changed.length > 0;
}

/** What its caller answered, or wants now: false where it was so already, or nothing was to be recorded. */
export async function storeConsent(tx: Tx, scope: Scope, id: CallId, consent: 'agreed' | 'refused'): Promise<boolean> {
  const before: CallConsent[] = consent === 'agreed' ? ['asked'] : ['asked', 'announced', 'agreed'];
  const changed = await tx
    .update(calls)
    .set({ consent, consentAt: clock })
    .where(and(isCall(scope, id), inArray(calls.consent, before)))
    .returning({ id: calls.id });
  return changed.length > 0;
}

/** The connection is gone: for so long the call waits for its caller. Does nothing where another has it. */
export async function giveBackCall(tx: Tx, scope: Scope, id: CallId, lease: Lease, graceMs: number) {
  await tx
    .update(calls)
    .set({ leaseOwner: null, ...renewed(graceMs) })
    .where(isMine(scope, id, lease));
}

const listed = {
  id: calls.id,
  agentId: calls.agentId,
  agentTitle: sql<string>`coalesce(${agents.title}, '')`,
  conversationId: calls.conversationId,
  channel: calls.channel,
  caller: calls.caller,
  state: calls.state,
  isTest: calls.isTest,
  startedAt: calls.startedAt,
  endedAt: calls.endedAt,
  seconds: calls.seconds,
  endReason: calls.endReason,
  hasTarget: sql<boolean>`coalesce(${phoneNumbers.transferTo} <> '', false)`,
  transferredTo: calls.transferredTo,
  transfers: calls.transfers,
  consent: calls.consent,
  consentAt: calls.consentAt,
  creditsMicro: calls.creditsMicro,
  createdAt: calls.createdAt,
};

const isItsNumber = and(eq(phoneNumbers.workspaceUid, calls.workspaceUid), eq(phoneNumbers.id, calls.phoneNumberId));

export type ListedCall = Awaited<ReturnType<typeof listOfConversation>>[number];

export type CallFilters = {
  agentId?: AgentId | undefined;
  agentIds?: readonly AgentId[] | undefined;
  channel?: CallChannel | undefined;
  state?: CallState | undefined;
  hasTests: boolean;
};

/** The newest first; `after` is the last row of the page before. */
export function listCalls(
  tx: Tx,
  scope: Scope,
  filters: CallFilters,
  { limit, after }: { limit: number; after: Parameters<typeof isBehind>[2] | null },
) {
  const { agentId, agentIds, channel, state, hasTests } = filters;
  return tx
    .select(listed)
    .from(calls)
    .leftJoin(agents, eq(agents.id, calls.agentId))
    .leftJoin(phoneNumbers, isItsNumber)
    .where(
      and(
        eq(calls.workspaceUid, scope.workspaceUid),
        agentIds ? inArray(calls.agentId, [...agentIds]) : undefined,
        agentId && eq(calls.agentId, agentId),
        channel && eq(calls.channel, channel),
        state && eq(calls.state, state),
        hasTests ? undefined : eq(calls.isTest, false),
        after ? isBehind(calls.createdAt, calls.id, after) : undefined,
      ),
    )
    .orderBy(desc(calls.createdAt), desc(calls.id))
    .limit(limit);
}

export function listOfConversation(tx: Tx, scope: Scope, id: ConversationId, most: number) {
  return tx
    .select(listed)
    .from(calls)
    .leftJoin(agents, eq(agents.id, calls.agentId))
    .leftJoin(phoneNumbers, isItsNumber)
    .where(and(eq(calls.workspaceUid, scope.workspaceUid), eq(calls.conversationId, id)))
    .orderBy(desc(calls.createdAt), desc(calls.id))
    .limit(most);
}
