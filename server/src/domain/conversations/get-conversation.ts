import type { Trace } from '@antiphon/contract/conversations';
import { fail } from '@antiphon/contract/errors';
import type { Message } from '@antiphon/contract/events';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { formatCursor } from '../streams/stream-cursor.rules.ts';
import { listEarlierRows } from './conversation-list.queries.ts';
import {
  type ConversationRow,
  findConversation,
  findFirstEventSeq,
  findMessage,
  findTrace,
  listMessages,
  type MessageRow,
} from './conversations.queries.ts';
import { faceOf, isFinal, toMessage } from './conversations.rules.ts';

type Deps = { database: Database };

/** What the visitor sees after a reload; the stream goes on from `lastEventId`. */
export async function getVisitorConversation(deps: Deps, scope: Scope, id: ConversationId) {
  return deps.database.transaction(scope, async (tx) => {
    const conversation = await findConversation(tx, scope, id);
    if (!conversation) fail('not_found');
    const messages = await listMessages(tx, scope, id);
    return {
      conversationId: id,
      agentId: conversation.agentId,
      // A reply that is owed or being written comes by the stream, from its beginning.
      messages: messages.filter((message) => isFinal(message.state)).map(toMessage),
      rating: conversation.rating,
      handoff: { state: conversation.handoff, operator: faceOf(conversation.operator) },
      lastEventId: formatCursor({ seq: await seqBefore(tx, scope, conversation, messages), startedSeq: 0, offset: 0 }),
    };
  });
}

/** A person wrote since the agent did. */
export async function wasPersonLast(tx: Tx, scope: Scope, id: ConversationId): Promise<boolean> {
  const messages = await listMessages(tx, scope, id);
  return messages.findLast(({ role }) => role === 'agent' || role === 'operator')?.role === 'operator';
}

/** In the caller's transaction. Fails with `not_found`. */
export async function findConversationAgent(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
): Promise<Pick<ConversationRow, 'agentId' | 'isTest' | 'environment'>> {
  return (await findConversation(tx, scope, id)) ?? fail('not_found');
}

/** From where it is held, and what the page says of the visitor. A test is between the members and their working copy. */
export async function getVisit(deps: Deps, { scope, client }: Pick<Member, 'scope' | 'client'>, id: ConversationId) {
  const row = await deps.database.transaction(scope, (tx) => findConversation(tx, scope, id));
  if (!row || (row.isTest && client)) fail('not_found');
  return { visit: row.visit, variables: row.variables };
}

/** A continuous view shows this many conversations, and of each its last messages. */
const EARLIER_MAX = 5;
const EARLIER_MESSAGES_MAX = 40;

/**
 * What the same visitor wrote to the same agent before, oldest first, in the caller's transaction. A visitor is known by the
 * address that they left, and by nothing else.
 */
export async function listEarlier(
  tx: Tx,
  scope: Scope,
  { id, agentId, contactEmail }: Pick<ConversationRow, 'id' | 'agentId' | 'contactEmail'>,
): Promise<{ id: ConversationId; createdAt: string; transcript: Message[] }[]> {
  if (contactEmail === null) return [];
  const rows = await listEarlierRows(tx, scope, { id, agentId, contactEmail }, EARLIER_MAX);
  const earlier = [];
  for (const row of rows.reverse()) {
    const messages = (await listMessages(tx, scope, row.id)).slice(-EARLIER_MESSAGES_MAX);
    earlier.push({ id: row.id, createdAt: row.createdAt.toISOString(), transcript: messages.map(toMessage) });
  }
  return earlier;
}

export async function getTrace(deps: Deps, scope: Scope, id: ConversationId, messageId: MessageId): Promise<Trace> {
  const trace = await deps.database.transaction(scope, (tx) => findTrace(tx, scope, id, messageId));
  return trace ?? fail('not_found');
}

/** A reply with its trace, once it has ended; null before, and where it is not there any more. */
export function findReply(
  { database }: Deps,
  scope: Scope,
  id: ConversationId,
  replyId: MessageId,
): Promise<EndedReply | null> {
  return database.transaction(scope, async (tx) => {
    const row = await findMessage(tx, scope, id, replyId);
    if (!row || !isFinal(row.state)) return null;
    return { message: toMessage(row), trace: await findTrace(tx, scope, id, replyId) };
  });
}
export type EndedReply = { message: Message; trace: Trace | null };

/** What was said, in the caller's transaction. Null where there is no such conversation. */
export async function readTranscript(
  tx: Tx,
  scope: Scope,
  id: ConversationId,
): Promise<{ agentId: AgentId; lang: string; messages: Message[] } | null> {
  const row = await findConversation(tx, scope, id);
  if (!row) return null;
  const messages = await listMessages(tx, scope, id);
  return { agentId: row.agentId, lang: row.lang, messages: messages.map(toMessage) };
}

/** Where the stream goes on so that an unfinished reply is told from its first event, and nothing else twice. */
async function seqBefore(tx: Tx, scope: Scope, conversation: ConversationRow, messages: MessageRow[]): Promise<number> {
  const unfinished = messages.find((message) => !isFinal(message.state));
  const first = unfinished && (await findFirstEventSeq(tx, scope, conversation.id, unfinished.id));
  return first ? first - 1 : conversation.lastEventSeq;
}
