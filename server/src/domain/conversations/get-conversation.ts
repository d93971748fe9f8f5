import type { Trace } from '@antiphon/contract/conversations';
import { fail } from '@antiphon/contract/errors';
import type { Message } from '@antiphon/contract/events';
import type { AgentId, ConversationId, MessageId } from '@antiphon/contract/ids';
import { readCursor, writeCursor } from '../../db/cursor.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { formatCursor } from '../streams/stream-cursor.rules.ts';
import { listEarlierRows, listUnanswered as listUnansweredRows } from './conversation-list.queries.ts';
import {
  type ConversationRow,
  findConversation,
  findFirstEventSeq,
  findTrace,
  listMessages,
  type MessageRow,
} from './conversations.queries.ts';
import { faceOf } from './conversations.rules.ts';
import { isFinal, toMessage } from './messages.rules.ts';

type Deps = { database: Database };
type PageQuery = { cursor?: string | undefined; limit: number; search?: string | undefined };

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

export async function listUnanswered(deps: Deps, scope: Scope, agentId: AgentId, query: PageQuery) {
  const after = readCursor(query.cursor);
  const rows = await deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    return listUnansweredRows(tx, scope, agentId, { limit: query.limit + 1, after });
  });
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ messageId, conversationId, question, createdAt }) => ({
      messageId,
      conversationId,
      question,
      askedAt: createdAt.toISOString(),
    })),
    nextCursor: last ? writeCursor(last.createdAt, last.messageId) : null,
  };
}

/** Where the stream goes on so that an unfinished reply is told from its first event, and nothing else twice. */
async function seqBefore(tx: Tx, scope: Scope, conversation: ConversationRow, messages: MessageRow[]): Promise<number> {
  const unfinished = messages.find((message) => !isFinal(message.state));
  const first = unfinished && (await findFirstEventSeq(tx, scope, conversation.id, unfinished.id));
  return first ? first - 1 : conversation.lastEventSeq;
}
