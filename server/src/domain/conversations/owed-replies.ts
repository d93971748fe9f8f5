import type { ConversationEvent } from '@antiphon/contract/events';
import { type ConversationId, type MessageId, newMessageId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import { GIVEN_BACK, type Lease } from '../../db/lease.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import {
  type ConversationRow,
  deleteQueuedReplies,
  findLastPosition,
  findPendingReply,
  giveBackLease as giveBack,
  insertEvents,
  insertMessages,
  insertOwedReply,
  lockConversation,
  renewLease as renew,
  updateMessage,
} from './conversations.queries.ts';
import { clearLeases } from './conversations.system.queries.ts';

// What a conversation owes its visitor, for those who write replies, stop them, or answer instead.

type Deps = { database: Database };

/**
 * The agent falls silent: what it has not begun is owed no more; what it writes is asked to stop, also after a restart. The
 * caller holds the conversation's lock. The reply that is to be stopped in memory after the commit, or null.
 */
export async function endQueuedReplies(tx: Tx, scope: Scope, id: ConversationId): Promise<MessageId | null> {
  await deleteQueuedReplies(tx, scope, id);
  const writing = await findPendingReply(tx, scope, id);
  if (!writing) return null;
  await updateMessage(tx, scope, id, writing.id, { stopRequested: true });
  return writing.id;
}

/** What a visitor reads in place of an answer, and whether an address can be left. */
export type Refusal = { text: string; offersContact: boolean };

/**
 * What the visitor wrote last, and nobody answered, is owed one reply of the agent. It counts among the agent's messages; where
 * these are at their end, `refusal` stands in its place. The events of it; none where nothing is open. The caller holds the
 * conversation's lock, and has the reply written after the commit.
 */
export async function oweReply(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
  refusal: Refusal,
): Promise<ConversationEvent[]> {
  const messageId = newMessageId();
  const outcome = await insertOwedReply(tx, scope, id, { id: messageId, refusal: refusal.text, now: new Date() });
  if (outcome === 'nothing') return [];
  if (outcome === 'owed') return [{ event: 'status', data: { messageId, status: 'queued' } }];
  const { text: message, offersContact } = refusal;
  return [{ event: 'error', data: { messageId, code: 'limit_reached', message, offersContact } }];
}

/**
 * The agent says something though nobody wrote: a reply is owed to no message. One that waits already will do. The caller holds the
 * conversation's lock, and has the reply written after the commit.
 */
export async function oweWords(
  tx: Tx,
  scope: Scope,
  { id, agentId }: Pick<ConversationRow, 'id' | 'agentId'>,
): Promise<ConversationEvent[]> {
  const waiting = await findPendingReply(tx, scope, id);
  if (waiting?.state === 'queued') return [];
  const messageId = newMessageId();
  const position = (await findLastPosition(tx, scope, id)) + 1;
  const ids = { id: messageId, conversationId: id, workspaceUid: scope.workspaceUid, agentId };
  await insertMessages(tx, [{ ...ids, position, role: 'agent', state: 'queued', text: '' }]);
  return [{ event: 'status', data: { messageId, status: 'queued' } }];
}

/** Asks whoever writes the oldest reply to stop. That reply, or null where none is owed. */
export function askToStop({ database }: Deps, scope: Scope, id: ConversationId): Promise<MessageId | null> {
  return database.transaction(scope, async (tx) => {
    const reply = await findPendingReply(tx, scope, id);
    if (reply) await updateMessage(tx, scope, id, reply.id, { stopRequested: true });
    return reply?.id ?? null;
  });
}

/** Ends a reply that nobody can write any more, with what its visitor is told. False where the conversation moved on since `seq`. */
export function giveUpReply(
  { database }: Deps,
  scope: Scope,
  id: ConversationId,
  reply: { id: MessageId; seq: number; text: string; event: ConversationEvent },
): Promise<boolean> {
  return database.transaction(scope, async (tx) => {
    const conversation = await lockConversation(tx, scope, id);
    if (conversation?.lastEventSeq !== reply.seq) return false;
    await updateMessage(tx, scope, id, reply.id, { state: 'failed', text: reply.text });
    await insertEvents(tx, scope, id, reply.seq, [reply.event], GIVEN_BACK);
    return true;
  });
}

/** False when it is not held any more. */
export const renewLease = ({ database }: Deps, scope: Scope, id: ConversationId, lease: Lease, ms: number) =>
  database.transaction(scope, (tx) => renew(tx, scope, id, lease, ms));

/** Does nothing where another holds it by now. */
export const giveBackLease = ({ database }: Deps, scope: Scope, id: ConversationId, lease: Lease) =>
  database.transaction(scope, (tx) => giveBack(tx, scope, id, lease));

/** An embedded database has one process: whatever lease stands at its start is a dead one's. */
export const forgetLeases = ({ database, systemScope }: Deps & { systemScope: SystemScope }) =>
  database.transaction(systemScope, (tx) => clearLeases(tx));
