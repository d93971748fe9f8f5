import { Failure } from '@antiphon/contract/errors';
import type { ConversationId, FileId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Lease } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import { breakConnection } from '../channels/change-channel.ts';
import { type OutgoingPart, SendUnsure, type SentFile, WindowOver } from '../channels/channels.ports.ts';
import { hookUrlOf } from '../channels/channels.rules.ts';
import { leaveAlone, noteSent } from '../channels/use-connection.ts';
import type { Signals } from '../signals/signals.ports.ts';
import { getFile } from '../uploads/get-file.ts';
import type { FileStore } from '../uploads/uploads.ports.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { findNextSend, lockHandoff, type NextSend, type SendRow, updateSend } from './channel-sends.queries.ts';
import { lockReachable, setReachable } from './channel-threads.queries.ts';
import { ANSWER_EXPIRES_MS, mayLeave, refOf, UNSURE_WAIT_MS, waitAfter, windowOf } from './channel-threads.rules.ts';
import type { OpenedThread } from './take-events.ts';

export type SendDeps = { database: Database; fileStore: FileStore; signals: Signals; hookBase: string | null };

/** A send that nobody knows of goes once more, and then no more. */
const UNSURE_TRIES = 2;

/** Sends what waits, one part after the other. Answers when to go on: null where nothing waits, or the connection is down. */
export async function sendParts(
  deps: SendDeps,
  scope: Scope,
  { opened, lease }: { opened: OpenedThread; lease: Lease },
  signal: AbortSignal,
): Promise<Date | null> {
  for (;;) {
    if (signal.aborted) return new Date();
    const claimed = await deps.database.transaction(scope, (tx) => claimSend(tx, scope, lease, opened));
    if (claimed === null || claimed instanceof Date) return claimed;
    if ('ended' in claimed) {
      deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: claimed.ended });
      continue;
    }
    const next = await sendOne(deps, scope, { opened, lease, send: claimed });
    deps.signals.tell(scope.workspaceUid, { kind: 'conversation', id: claimed.conversationId });
    if (next !== 'go_on') return next;
  }
}

/**
 * The next part, under way from this transaction's commit on; the row is as it stands then. Of the agent none is once a person has
 * taken over, and none at all to whoever took themselves off: both are locked, so that the one or the other is first. `ended`: here, unsent,
 * of which conversation.
 */
async function claimSend(
  tx: Tx,
  scope: Scope,
  lease: Lease,
  opened: OpenedThread,
): Promise<NextSend | Date | { ended: ConversationId } | null> {
  const { thread, channel } = opened;
  const send = await findNextSend(tx, scope, thread.id);
  if (!send) return null;
  const under = { send, lease };
  const end = async (change: Partial<SendRow>) =>
    (await updateSend(tx, scope, under, change)) ? { ended: send.conversationId } : null;
  const now = new Date();
  // Whoever sent it died before the answer: it may have arrived.
  if (send.state === 'sending') {
    const nextAt = new Date(now.getTime() + UNSURE_WAIT_MS);
    return (await updateSend(tx, scope, under, { state: 'unsure', nextAt })) ? nextAt : null;
  }
  if (send.nextAt && send.nextAt > now) return send.nextAt;
  if (send.state === 'unsure' && send.tries >= UNSURE_TRIES)
    return end({ state: 'failed', payload: null, problem: 'unknown' });
  const handoff = await lockHandoff(tx, scope, send.conversationId);
  if (send.isOfAgent && handoff === 'held') return end({ state: 'dropped', payload: null });
  const isLate = send.isOfAgent && now.getTime() - send.createdAt.getTime() > ANSWER_EXPIRES_MS;
  if (isLate) return end({ state: 'failed', payload: null, problem: 'late' });
  if (wayOf(opened, send, now) === 'no') return end({ state: 'failed', payload: null, problem: 'window' });
  if (channel.optOut && !(await lockReachable(tx, scope, thread.id)))
    return end({ state: 'failed', payload: null, problem: 'blocked' });
  const change = { state: 'sending' as const, tries: send.tries + 1, nextAt: null, begunAt: now };
  return (await updateSend(tx, scope, under, change)) ? { ...send, ...change } : null;
}

const wayOf = ({ thread, channel }: OpenedThread, { isOfPerson, payload }: NextSend, now: Date) =>
  mayLeave(windowOf(channel, thread), { isOfPerson, isTemplate: payload?.kind === 'template' }, now);

type Sending = { opened: OpenedThread; lease: Lease; send: NextSend };

async function sendOne(deps: SendDeps, scope: Scope, sending: Sending): Promise<Date | null | 'go_on'> {
  const { opened, send } = sending;
  const { thread, connection, channel, account } = opened;
  const store = (change: Partial<SendRow>, more: (tx: Tx) => Promise<unknown> = async () => {}) =>
    deps.database.transaction(scope, async (tx) => {
      await more(tx);
      await updateSend(tx, scope, sending, change);
    });
  try {
    const part = send.payload as OutgoingPart;
    const file = await readFile(deps, scope, send, part);
    const hookUrl = deps.hookBase && hookUrlOf(deps.hookBase, connection);
    const late = wayOf(opened, send, new Date()) === 'yes' ? {} : { isLate: true as const };
    const sent = { thread: thread.thread, part, file, ref: refOf(send), hookUrl, ...late };
    const providerId = await channel.send(account, sent);
    await store({ state: 'sent', payload: null, providerId }, (tx) => noteSent(tx, scope, connection.id));
    return 'go_on';
  } catch (error) {
    if (error instanceof SendUnsure) {
      const nextAt = new Date(Date.now() + UNSURE_WAIT_MS);
      await store({ state: 'unsure', nextAt });
      return nextAt;
    }
    if (error instanceof WindowOver) {
      await store({ state: 'failed', payload: null, problem: 'window' });
      return 'go_on';
    }
    // Its file was deleted meanwhile.
    if (error instanceof Failure) {
      await store({ state: 'failed', payload: null, problem: 'refused' });
      return 'go_on';
    }
    if (!(error instanceof VendorFailure)) throw error;
    return afterFailure(scope, sending, error, store);
  }
}

type Store = (change: Partial<SendRow>, more?: (tx: Tx) => Promise<unknown>) => Promise<void>;

async function afterFailure(
  scope: Scope,
  { opened, send }: Sending,
  error: VendorFailure,
  store: Store,
): Promise<Date | null | 'go_on'> {
  const { thread, connection, channel } = opened;
  const later = (ms: number) => new Date(Date.now() + ms);
  switch (error.kind) {
    case 'rate_limited': {
      const nextAt = later(error.retryAfterMs ?? waitAfter(send.tries));
      // All of the connection is left alone. An attempt that was not one is not counted.
      await store({ state: 'queued', nextAt, tries: send.tries - 1 }, (tx) =>
        leaveAlone(tx, scope, connection.id, nextAt),
      );
      return nextAt;
    }
    case 'unreachable': {
      const nextAt = later(waitAfter(send.tries));
      await store({ state: 'queued', nextAt });
      return nextAt;
    }
    case 'unauthorized':
      await store({ state: 'queued', tries: send.tries - 1 }, (tx) => breakConnection(tx, scope, connection.id));
      return null;
    case 'forbidden':
      await store({ state: 'failed', payload: null, problem: 'blocked' }, (tx) =>
        // Where their words alone count, whoever could not be reached once is not silenced.
        channel.optOut === 'words' ? Promise.resolve() : setReachable(tx, scope, thread.id, false),
      );
      return 'go_on';
    default:
      await store({ state: 'failed', payload: null, problem: 'refused' });
      return 'go_on';
  }
}

/** Of a file that was deleted meanwhile nothing is sent. */
async function readFile(deps: SendDeps, scope: Scope, send: SendRow, part: OutgoingPart): Promise<SentFile | null> {
  if (part.kind !== 'file') return null;
  const { conversationId } = send;
  const { name, type, content } = await getFile(deps, scope, { id: part.fileId as FileId, conversationId });
  return { name, type, bytes: new Uint8Array(content) };
}
