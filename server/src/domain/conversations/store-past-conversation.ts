import type { Trace } from '@antiphon/contract/conversations';
import type { Citation } from '@antiphon/contract/events';
import {
  type AgentId,
  type ConversationId,
  newConversationId,
  newMessageId,
  newVisitorToken,
} from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { captureLead } from '../lead-capture/capture-lead.ts';
import {
  insertConversation,
  insertMessages,
  insertTrace,
  updateConversation,
  updateMessage,
} from './conversations.queries.ts';
import { hashVisitorToken } from './start-conversation.ts';

const TURN_MS = 45_000;
const STAGES = { waitMs: 8, retrieveMs: 30, firstTokenMs: 4, modelMs: 12, totalMs: 54 };

export type PastConversation = {
  agentId: AgentId;
  startedAt: Date;
  greeting: string;
  turns: { question: string; answer: string; citations: Citation[]; isUnknown: boolean }[];
  rating: number | null;
  ratingComment: string;
  contact: { name: string; email: string; message: string } | null;
  /** A person was asked for, and nobody came. */
  asksPerson: boolean;
};

/**
 * Stores a conversation as if it had been held then, step by step, so that its figures are counted as those of any other. It is
 * answered by nobody, costs nothing, and no event tells of it.
 */
export async function storePastConversation(tx: Tx, scope: Scope, past: PastConversation): Promise<ConversationId> {
  const id = newConversationId();
  const { agentId, startedAt, turns, contact } = past;
  const ids = { conversationId: id, workspaceUid: scope.workspaceUid, agentId };
  await insertConversation(tx, {
    id,
    workspaceUid: scope.workspaceUid,
    agentId,
    visitorTokenHash: hashVisitorToken(newVisitorToken()),
    variables: {},
    lang: 'en',
    createdAt: startedAt,
    lastMessageAt: startedAt,
  });
  const greeting = { ...ids, id: newMessageId(), position: 1, role: 'agent' as const, state: 'complete' as const };
  await insertMessages(tx, [{ ...greeting, text: past.greeting, createdAt: startedAt }]);
  let at = startedAt;
  for (const [index, turn] of turns.entries()) {
    at = new Date(startedAt.getTime() + (index + 1) * TURN_MS);
    const [replyId, position] = [newMessageId(), 2 * index + 2];
    await insertMessages(tx, [
      {
        ...ids,
        id: newMessageId(),
        position,
        role: 'visitor',
        state: 'complete',
        text: turn.question,
        replyId,
        createdAt: at,
      },
      { ...ids, id: replyId, position: position + 1, role: 'agent', state: 'queued', text: '', createdAt: at },
    ]);
    const { answer: text, citations, isUnknown } = turn;
    await insertTrace(tx, { ...ids, messageId: replyId, trace: traceOf(turn.question, isUnknown), createdAt: at });
    await updateMessage(tx, scope, id, replyId, { state: 'complete', text, citations, isUnknown });
  }
  if (past.asksPerson) await updateConversation(tx, scope, id, { handoff: 'waiting', handoffSince: at });
  await updateConversation(tx, scope, id, {
    handoff: 'bot',
    handoffSince: null,
    rating: past.rating,
    ratingComment: past.ratingComment,
    contactEmail: contact?.email ?? null,
    contactName: contact?.name ?? '',
    contactMessage: contact?.message ?? '',
    lastMessageAt: at,
    endedAt: new Date(at.getTime() + TURN_MS),
  });
  if (contact) {
    const { message, ...values } = contact;
    const from = { agentId, conversationId: id, source: 'widget' as const };
    await captureLead(tx, scope, { ...from, values, message, isPast: true });
  }
  return id;
}

const traceOf = (question: string, isUnknown: boolean): Trace => ({
  question,
  retrieved: [],
  prompt: [],
  model: 'builtin/builtin',
  inputTokens: 0,
  outputTokens: 0,
  credits: 0,
  outcome: isUnknown ? 'unknown' : 'answered',
  attempts: 1,
  stages: STAGES,
});
