import type { ChannelConnectionId, ChannelThreadId } from '@antiphon/contract/ids';
import { newChannelThreadId } from '@antiphon/contract/ids';
import { and, asc, count, eq, gt, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { channelInbox, channelThreads } from '../../db/schema/channels.ts';
import type { Scope } from '../../db/scope.ts';
import type { InboundEvent } from '../channels/channels.ports.ts';
import { DEBOUNCE } from './channel-threads.rules.ts';

export type WaitingEvent = { id: number; failures: number; createdAt: Date; event: InboundEvent };

type Reachable = Extract<InboundEvent, { kind: 'reachable' }>;

const isEvent = (scope: Scope, id: number) =>
  and(eq(channelInbox.workspaceUid, scope.workspaceUid), eq(channelInbox.id, id));
const ms = (value: number) => sql`${value}::int * interval '1 millisecond'`;

/**
 * Keeps what a provider told, each event once, and makes its thread due: after a quiet moment of its person, or a few seconds
 * after the first line that waits. False where it is known, or nothing any more: somebody said otherwise since.
 */
export async function insertEvent(
  tx: Tx,
  scope: Scope,
  connectionId: ChannelConnectionId,
  event: InboundEvent,
): Promise<boolean> {
  const { workspaceUid } = scope;
  const at = { connectionId, thread: event.thread };
  // Who never wrote was written to by somebody else.
  const id = event.kind === 'status' ? await findThreadAt(tx, scope, at) : await insertThread(tx, scope, at);
  if (!id) return false;
  const thread = { id };
  const kept = await tx
    .insert(channelInbox)
    .values({
      workspaceUid,
      threadId: thread.id,
      eventKey: event.key,
      kind: event.kind,
      place: event.place ?? 0,
      at: new Date(event.at),
      payload: event,
    })
    .onConflictDoNothing()
    .returning({ id: channelInbox.id });
  if (kept.length === 0) return false;
  const counts = event.kind !== 'reachable' || (await setReachable(tx, scope, thread.id, event));
  const isLine = event.kind === 'message' || event.kind === 'unsupported';
  const first = sql`(select min(i.created_at) from channel_inbox i where i.thread_id = ${thread.id} and i.payload is not null)`;
  const quiet = sql`clock_timestamp() + ${ms(DEBOUNCE.quietMs)}`;
  await tx
    .update(channelThreads)
    .set({
      // What is told beside their lines neither hastens nor delays these.
      dueAt: isLine
        ? sql`least(${quiet}, ${first} + ${ms(DEBOUNCE.longestMs)})`
        : sql`least(${channelThreads.dueAt}, ${quiet})`,
      wakes: sql`${channelThreads.wakes} + 1`,
      ...(isLine
        ? { lastInAt: sql`greatest(${channelThreads.lastInAt}, least(now(), ${event.at}::timestamptz))` }
        : {}),
    })
    .where(and(eq(channelThreads.workspaceUid, workspaceUid), eq(channelThreads.id, thread.id)));
  return counts;
}

type Place = { connectionId: ChannelConnectionId; thread: string };

/** One person at a connection, there from now on. */
export async function insertThread(tx: Tx, scope: Scope, at: Place): Promise<ChannelThreadId | null> {
  await tx
    .insert(channelThreads)
    .values({ id: newChannelThreadId(), workspaceUid: scope.workspaceUid, ...at })
    .onConflictDoNothing();
  return findThreadAt(tx, scope, at);
}

async function findThreadAt(tx: Tx, scope: Scope, at: Place): Promise<ChannelThreadId | null> {
  const [found] = await tx
    .select({ id: channelThreads.id })
    .from(channelThreads)
    .where(
      and(
        eq(channelThreads.workspaceUid, scope.workspaceUid),
        eq(channelThreads.connectionId, at.connectionId),
        eq(channelThreads.thread, at.thread),
      ),
    );
  return found?.id ?? null;
}

/**
 * With the event itself, so that nothing begins to leave once it is known that somebody does not want it. What was told last
 * counts, in whichever order it came: the row is locked before others are looked at.
 */
async function setReachable(tx: Tx, scope: Scope, threadId: ChannelThreadId, told: Reachable): Promise<boolean> {
  const isThread = and(eq(channelThreads.workspaceUid, scope.workspaceUid), eq(channelThreads.id, threadId));
  await tx.select({ id: channelThreads.id }).from(channelThreads).where(isThread).for('update');
  const at = new Date(told.at);
  const [later] = await tx
    .select({ id: channelInbox.id })
    .from(channelInbox)
    .where(
      and(
        eq(channelInbox.workspaceUid, scope.workspaceUid),
        eq(channelInbox.threadId, threadId),
        eq(channelInbox.kind, 'reachable'),
        or(gt(channelInbox.at, at), and(eq(channelInbox.at, at), gt(channelInbox.place, told.place ?? 0))),
      ),
    )
    .limit(1);
  if (!later) await tx.update(channelThreads).set({ isReachable: told.isReachable }).where(isThread);
  return !later;
}

/** By the provider's clock, oldest first; within one of its seconds by its numbers, or as they came where it has none. */
export async function listEvents(tx: Tx, scope: Scope, threadId: ChannelThreadId, most: number) {
  const rows = await tx
    .select()
    .from(channelInbox)
    .where(
      and(
        eq(channelInbox.workspaceUid, scope.workspaceUid),
        eq(channelInbox.threadId, threadId),
        isNotNull(channelInbox.payload),
      ),
    )
    .orderBy(asc(channelInbox.at), asc(channelInbox.place), asc(channelInbox.id))
    .limit(most);
  return rows.map(
    ({ payload, ...row }): WaitingEvent => ({
      id: row.id,
      failures: row.failures,
      createdAt: row.createdAt,
      event: payload as InboundEvent,
    }),
  );
}

/** How many events of the thread came in the minute before one, with it; what became of our own messages is none of theirs. */
export async function countRecent(tx: Tx, scope: Scope, threadId: ChannelThreadId, { id, createdAt }: WaitingEvent) {
  const [row] = await tx
    .select({ events: count() })
    .from(channelInbox)
    .where(
      and(
        eq(channelInbox.workspaceUid, scope.workspaceUid),
        eq(channelInbox.threadId, threadId),
        gt(channelInbox.createdAt, new Date(createdAt.getTime() - 60_000)),
        ne(channelInbox.kind, 'status'),
        sql`${channelInbox.id} <= ${id}`,
      ),
    );
  return row?.events ?? 0;
}

/** What was said goes; that it came stays. */
export async function settleEvent(tx: Tx, scope: Scope, id: number) {
  await tx.update(channelInbox).set({ payload: null }).where(isEvent(scope, id));
}

export async function noteFailure(tx: Tx, scope: Scope, id: number) {
  await tx
    .update(channelInbox)
    .set({ failures: sql`${channelInbox.failures} + 1` })
    .where(isEvent(scope, id));
}
