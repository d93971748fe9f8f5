import type { CallId, CallRecordingId, ConversationId, FileId } from '@antiphon/contract/ids';
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { GIVEN_BACK, isHeld, type Lease } from '../../db/lease.ts';
import { callRecordings } from '../../db/schema/call-recordings.ts';
import { files } from '../../db/schema/uploads.ts';
import type { Scope } from '../../db/scope.ts';

export type RecordingRow = typeof callRecordings.$inferSelect;

const isOfCall = (scope: Scope, callId: CallId) =>
  and(eq(callRecordings.workspaceUid, scope.workspaceUid), eq(callRecordings.callId, callId));
const isOfConversation = (scope: Scope, id: ConversationId) =>
  and(eq(callRecordings.workspaceUid, scope.workspaceUid), eq(callRecordings.conversationId, id));
const isMine = (scope: Scope, id: CallRecordingId, lease: Lease) =>
  and(eq(callRecordings.workspaceUid, scope.workspaceUid), eq(callRecordings.id, id), isHeld(callRecordings, lease));

/** False where the call has this part already. */
export async function insertRecording(
  tx: Tx,
  scope: Scope,
  row: Omit<typeof callRecordings.$inferInsert, 'workspaceUid'>,
): Promise<boolean> {
  const made = await tx
    .insert(callRecordings)
    .values({ ...row, workspaceUid: scope.workspaceUid })
    .onConflictDoNothing()
    .returning({ id: callRecordings.id });
  return made.length > 0;
}

/** Whose provider has it: from now on it is asked for it. False where nothing of the kind is known, or it is there already. */
export async function noteAtProvider(
  tx: Tx,
  scope: Scope,
  { callId, vendorCallId, vendorId, ms }: { callId: CallId; vendorCallId: string; vendorId: string; ms: number },
): Promise<boolean> {
  const noted = await tx
    .update(callRecordings)
    .set({
      ...{ vendorId, ms, nextAt: new Date() },
      state: sql`case when ${callRecordings.state} = 'running' then 'waiting' else ${callRecordings.state} end`,
    })
    .where(
      and(
        isOfCall(scope, callId),
        eq(callRecordings.vendorCallId, vendorCallId),
        inArray(callRecordings.vendorId, ['', vendorId]),
        inArray(callRecordings.state, ['running', 'waiting', 'refused']),
      ),
    )
    .returning({ id: callRecordings.id });
  return noted.length > 0;
}

/** What lies there, and in which order it is heard. */
export function listStored(tx: Tx, scope: Scope, callIds: readonly CallId[]) {
  return tx
    .select({ callId: callRecordings.callId, part: callRecordings.part, startedAt: callRecordings.startedAt })
    .from(callRecordings)
    .where(
      and(
        eq(callRecordings.workspaceUid, scope.workspaceUid),
        inArray(callRecordings.callId, [...callIds]),
        eq(callRecordings.state, 'stored'),
      ),
    )
    .orderBy(asc(callRecordings.callId), asc(callRecordings.part));
}

/** With the place of its bytes. */
export async function findSound(
  tx: Tx,
  scope: Scope,
  { callId, conversationId }: Record<'callId', CallId> & Record<'conversationId', ConversationId>,
) {
  const [sound] = await tx
    .select({ bytes: files.bytes, type: files.type, storageKey: files.storageKey })
    .from(callRecordings)
    .innerJoin(files, and(eq(files.id, callRecordings.fileId), eq(files.workspaceUid, scope.workspaceUid)))
    .where(
      and(
        isOfCall(scope, callId),
        eq(callRecordings.conversationId, conversationId),
        eq(callRecordings.state, 'stored'),
      ),
    )
    .orderBy(asc(callRecordings.part))
    .limit(1);
  return sound ?? null;
}

export type Which = { callId: CallId } | { conversationId: ConversationId };

/**
 * Nothing of these is kept: rows of what lies with us alone are gone, of what a provider has they stay until it was deleted there. Answers the files
 * that are to go.
 */
export async function refuseRecordings(tx: Tx, scope: Scope, which: Which): Promise<FileId[]> {
  const isMeant = 'callId' in which ? isOfCall(scope, which.callId) : isOfConversation(scope, which.conversationId);
  const rows = await tx
    .select({
      id: callRecordings.id,
      fileId: callRecordings.fileId,
      vendorCallId: callRecordings.vendorCallId,
      nextAt: callRecordings.nextAt,
      state: callRecordings.state,
    })
    .from(callRecordings)
    .where(isMeant)
    .for('update');
  const there = rows
    .filter(({ vendorCallId, nextAt, state }) => vendorCallId !== '' && (nextAt !== null || state === 'failed'))
    .map(({ id }) => id);
  const here = rows.map(({ id }) => id).filter((id) => !there.includes(id));
  const isOne = (ids: CallRecordingId[]) =>
    and(eq(callRecordings.workspaceUid, scope.workspaceUid), inArray(callRecordings.id, ids));
  if (there.length > 0)
    await tx
      .update(callRecordings)
      .set({
        state: 'refused',
        fileId: null,
        attempts: 0,
        nextAt: sql`least(${callRecordings.nextAt}, now() + interval '1 minute')`,
      })
      .where(isOne(there));
  if (here.length > 0) await tx.delete(callRecordings).where(isOne(here));
  return rows.flatMap(({ fileId }) => fileId ?? []);
}

/** Under its lease. False where it is another's, or nothing of it is to be kept by now. */
export async function storePart(
  tx: Tx,
  scope: Scope,
  { id, lease, ...stored }: { id: CallRecordingId; lease: Lease; fileId: FileId; bytes: number },
): Promise<boolean> {
  const changed = await tx
    .update(callRecordings)
    .set({ ...stored, state: 'stored', nextAt: new Date(), attempts: 0 })
    .where(and(isMine(scope, id, lease), ne(callRecordings.state, 'refused')))
    .returning({ id: callRecordings.id });
  return changed.length > 0;
}

/** Whether it is still ours to work on. */
export async function isStillMine(tx: Tx, scope: Scope, { id, lease }: { id: CallRecordingId; lease: Lease }) {
  const rows = await tx
    .select({ id: callRecordings.id })
    .from(callRecordings)
    .where(isMine(scope, id, lease));
  return rows.length > 0;
}

/** The provider has nothing of it any more: of what was kept the row stays. */
export async function settleAtProvider(tx: Tx, scope: Scope, { id, lease }: { id: CallRecordingId; lease: Lease }) {
  const kept = await tx
    .update(callRecordings)
    .set({ ...GIVEN_BACK, vendorId: '', nextAt: null })
    .where(and(isMine(scope, id, lease), eq(callRecordings.state, 'stored')))
    .returning({ id: callRecordings.id });
  if (kept.length === 0) await tx.delete(callRecordings).where(isMine(scope, id, lease));
}

export async function postpone(
  tx: Tx,
  scope: Scope,
  {
    id,
    lease,
    afterMs,
    ...change
  }: { id: CallRecordingId; lease: Lease; afterMs: number | null } & Partial<RecordingRow>,
) {
  const nextAt = afterMs === null ? null : sql`clock_timestamp() + ${afterMs}::int * interval '1 millisecond'`;
  await tx
    .update(callRecordings)
    .set({ ...change, ...GIVEN_BACK, nextAt })
    .where(isMine(scope, id, lease));
}
