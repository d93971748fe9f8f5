import type { Trace } from '@antiphon/contract/conversations';
import type { Citation, ConversationEvent, MessageState } from '@antiphon/contract/events';
import { newMessageId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { settleTurn } from '../billing/settle-turn.ts';
import type { BegunReply } from './begin-reply.ts';
import {
  findPendingReply,
  insertEvents,
  insertMessages,
  listAnswered,
  lockConversation,
  nextPosition,
  updateMessage,
} from './conversations.queries.ts';
import { statusEvent } from './conversations.rules.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import type { LiveConversations } from './live-conversations.ts';

type Deps = { database: Database; live: LiveConversations };

export type ReplyResult = {
  state: Extract<MessageState, 'complete' | 'stopped'>;
  text: string;
  citations: Citation[];
  isUnknown: boolean;
  amountMicro: bigint;
  trace: Omit<Trace, 'credits'>;
};

/**
 * Charge, text, citations and the closing event in one transaction: a reply that was seen to end was charged, once. False
 * where nothing more is owed: the conversation's lease was given back with it.
 */
export async function finishReply(deps: Deps, scope: Scope, begun: BegunReply, result: ReplyResult): Promise<boolean> {
  const { conversation, reply } = begun;
  const { events, isOwed } = await deps.database.transaction(scope, async (tx) => {
    const locked = await lockConversation(tx, scope, conversation.id);
    const charged = await settle(tx, scope, begun, result.amountMicro);
    const credits = Number(charged) / 1_000_000;
    const { state, text, citations, isUnknown } = result;
    await updateMessage(tx, scope, conversation.id, reply.id, {
      state,
      text,
      citations,
      isUnknown,
      trace: { ...result.trace, credits },
      creditsMicro: Number(charged),
    });
    const done: ConversationEvent = {
      event: 'done',
      data: { messageId: reply.id, citations, credits, state, isUnknown },
    };
    return close(tx, scope, begun, locked?.lastEventSeq ?? 0, done);
  });
  deps.live.tell(conversation.id, events);
  deps.live.endReply(conversation.id);
  return isOwed;
}

/**
 * Never silence: a kind sentence stands as the reply, the sum goes back, and the visitor is offered a person. Returns as
 * `finishReply` does.
 */
export async function failReply(
  deps: Deps,
  scope: Scope,
  begun: BegunReply,
  code: 'model_failed' | 'no_credits' | 'limit_reached' | 'interrupted',
  trace: Omit<Trace, 'credits'> | null,
  lang: string,
): Promise<boolean> {
  const { conversation, reply, settings } = begun;
  const sentence = {
    model_failed: 'modelFailed',
    no_credits: 'noCredits',
    limit_reached: 'noCredits',
    interrupted: 'interrupted',
  } as const;
  const message = kindSentence(sentence[code], lang);
  const { events, isOwed } = await deps.database.transaction(scope, async (tx) => {
    const locked = await lockConversation(tx, scope, conversation.id);
    // A refused turn never held anything; every other gives back what it held.
    if (code === 'model_failed' || code === 'interrupted') await settle(tx, scope, begun, 0n);
    await updateMessage(tx, scope, conversation.id, reply.id, {
      state: 'failed',
      text: message,
      trace: trace ? { ...trace, credits: 0 } : null,
    });
    const event: ConversationEvent = {
      event: 'error',
      data: { messageId: reply.id, code, message, offersContact: settings.handoff.isEnabled },
    };
    return close(tx, scope, begun, locked?.lastEventSeq ?? 0, event);
  });
  deps.live.tell(conversation.id, events);
  deps.live.endReply(conversation.id);
  return isOwed;
}

/** The closing event, and the lease given back unless another reply is owed: under the lock that a new message takes too. */
async function close(tx: Tx, scope: Scope, begun: BegunReply, lastSeq: number, event: ConversationEvent) {
  const { id } = begun.conversation;
  const late = await oweLateMessages(tx, scope, begun);
  const isOwed = (await findPendingReply(tx, scope, id)) !== null;
  const change = { lastMessageAt: new Date(), ...(isOwed ? {} : { leaseOwner: null, leaseUntil: null }) };
  return { events: await insertEvents(tx, scope, id, lastSeq, [event, ...late], change), isOwed };
}

const settle = (tx: Tx, scope: Scope, { reply, conversation }: BegunReply, amountMicro: bigint) =>
  settleTurn(tx, scope, {
    turnId: reply.id,
    agentId: conversation.agentId,
    conversationId: conversation.id,
    amountMicro,
    featureKey: 'text_turn',
  });

/** Messages that joined this reply after its prompt was made get a reply of their own. */
async function oweLateMessages(tx: Tx, scope: Scope, begun: BegunReply): Promise<ConversationEvent[]> {
  const { conversation, reply, history } = begun;
  const known = new Set(history.map((message) => message.id));
  const answered = await listAnswered(tx, scope, conversation.id, reply.id);
  const late = answered.filter((message) => !known.has(message.id));
  if (late.length === 0) return [];
  const nextId = newMessageId();
  await insertMessages(tx, [
    {
      id: nextId,
      conversationId: conversation.id,
      workspaceUid: scope.workspaceUid,
      agentId: conversation.agentId,
      position: await nextPosition(tx, scope, conversation.id),
      role: 'agent',
      state: 'queued',
      text: '',
    },
  ]);
  for (const message of late) await updateMessage(tx, scope, conversation.id, message.id, { replyId: nextId });
  return [statusEvent(nextId, 'queued')];
}
