import type { Trace } from '@antiphon/contract/conversations';
import type { Choice, Citation, ConversationEvent, HandoffReason, MessageState } from '@antiphon/contract/events';
import { newEventId, newMessageId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type HandoffEvent, handoffEvent } from '../conversations/conversations.rules.ts';
import { endConversation } from '../conversations/end-conversations.ts';
import type { FlowRun } from '../flow-turns/run-flow.ts';
import type { Step } from '../flows/step-flow.rules.ts';
import { maskSpans } from '../guardrails/guard-spans.rules.ts';
import type { LiveConversations } from '../streams/live-conversations.ts';
import type { BegunReply } from './begin-reply.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import { type StoredReply, storeEnd } from './turns.queries.ts';
import { statusEvent, visitorTurns } from './turns.rules.ts';

type Deps = { database: Database; live: LiveConversations };
/** Told of a reply that nobody could pay for: credits may be bought by themselves. */
export type CreditsWatch = { onNoCredits?: () => void };

export type ReplyResult = {
  state: Extract<MessageState, 'complete' | 'stopped'>;
  text: string;
  citations: Citation[];
  isUnknown: boolean;
  /** The visitor asked for a person and for nothing else: no question, and nothing that the agent did not know. */
  offersPerson: boolean;
  choices?: Choice[];
  /** Null: nothing was held. */
  amountMicro: bigint | null;
  trace: Omit<Trace, 'credits'>;
  /** The agent asks for a person, and why. Where nobody is there, or it is outside of their hours, nobody is waited for. */
  asksForPerson: { reason: Extract<HandoffReason, 'words' | 'unknown'>; people: 'there' | 'away' | 'closed' } | null;
};

/**
 * Charge, text, citations and the closing event in one transaction: a reply that was seen to end was charged, once. False
 * where nothing more is owed: the conversation's lease was given back with it. False as well where another worker has it by
 * now: then nothing was stored.
 */
export async function finishReply(deps: Deps, scope: Scope, begun: BegunReply, result: ReplyResult): Promise<boolean> {
  const went = begun.flow ? await goOn(deps, begun, begun.flow, result) : null;
  const { amountMicro, asksForPerson, ...stored } = went?.result ?? result;
  const { citations, state, isUnknown, offersPerson, choices } = { choices: [], ...stored };
  const data = {
    ...{ messageId: begun.reply.id, citations, state, isUnknown },
    ...(offersPerson ? { offersPerson } : {}),
    ...(asksForPerson && asksForPerson.people !== 'there' ? { isPersonAway: true } : {}),
    ...(choices.length > 0 ? { choices } : {}),
  };
  const asking = asksForPerson && {
    event: handoffEvent('waiting', asksForPerson.reason, null),
    isAway: asksForPerson.people !== 'there',
    isClosed: asksForPerson.people === 'closed',
  };
  const isOwed = await end(deps, scope, begun, {
    stored: { ...stored, ...went?.place },
    trace: stored.trace,
    amountMicro,
    event: { event: 'done', data },
    asking,
    path: went?.place.path ?? null,
  });
  if (went?.resolves && !isOwed) {
    const now = new Date();
    const ending = { id: begun.conversation.id, reason: 'flow', quietSince: now, now } as const;
    await deps.database.transaction(scope, (tx) => endConversation(tx, scope, ending));
  }
  return isOwed;
}

/** What the flow says before and behind these words, and where it goes with them. */
async function goOn(deps: Deps, { conversation }: BegunReply, flow: FlowRun, result: ReplyResult) {
  const { after, choices, stored, path, spans, asksPerson, resolves } = await flow.finish();
  const ahead = [flow.before, result.text].filter((text) => text !== '');
  const text = [...ahead, after].filter((one) => one !== '').join('\n\n');
  if (after !== '') deps.live.append(conversation.id, ahead.length === 0 ? after : `\n\n${after}`);
  return {
    resolves,
    place: { flow: stored, ...(conversation.isTest ? { path } : {}), ...(choices.length > 0 ? { choices } : {}) },
    result: {
      ...result,
      text,
      ...(choices.length > 0 ? { choices } : {}),
      // Nothing was said, and nobody had written: there is no such message.
      ...(text === '' && choices.length === 0 ? { state: 'stopped' as const } : {}),
      ...(asksPerson ? { asksForPerson: { reason: 'words' as const, people: asksPerson } } : {}),
      trace: { ...result.trace, spans: [...spans, ...(result.trace.spans ?? [])] },
    },
  };
}

/**
 * Never silence: a kind sentence stands as the reply, and the visitor is offered a person. `amountMicro` is what the model was
 * asked and wrote for it all the same; the rest of the sum goes back. Null where nothing was held. Returns as `finishReply` does.
 */
export function failReply(
  deps: Deps & CreditsWatch,
  scope: Scope,
  begun: BegunReply,
  code: 'model_failed' | 'no_credits' | 'limit_reached' | 'interrupted',
  trace: Omit<Trace, 'credits'> | null,
  amountMicro: bigint | null,
): Promise<boolean> {
  if (code === 'no_credits') deps.onNoCredits?.();
  const sentence = {
    model_failed: 'modelFailed',
    no_credits: 'noCredits',
    limit_reached: 'noCredits',
    interrupted: 'interrupted',
  } as const;
  const message = kindSentence(sentence[code], begun.conversation.lang);
  const data = { messageId: begun.reply.id, code, message, offersContact: begun.settings.handoff.isEnabled };
  return end(deps, scope, begun, {
    stored: { state: 'failed', text: message, trace },
    trace,
    amountMicro,
    event: { event: 'error', data },
    asking: null,
    path: null,
  });
}

type Ending = {
  stored: StoredReply;
  trace: Omit<Trace, 'credits'> | null;
  amountMicro: bigint | null;
  event: ConversationEvent;
  asking: { event: HandoffEvent; isAway: boolean; isClosed: boolean } | null;
  path: Step[] | null;
};

async function end(
  deps: Deps,
  scope: Scope,
  { conversation, reply, history, lease, startedSeq }: BegunReply,
  { asking, trace, path, ...ending }: Ending,
): Promise<boolean> {
  const { id: conversationId, agentId } = conversation;
  const masked = maskSpans(visitorTurns(history, reply.id).asked);
  if (trace && masked.length > 0) ending.stored.trace = { ...trace, spans: [...masked, ...(trace.spans ?? [])] };
  if (asking)
    ending.stored.handoff = {
      eventId: newEventId(),
      payload: {
        agentId,
        conversationId,
        reason: asking.event.data.reason,
        ...(asking.isClosed ? { isClosed: true } : {}),
      },
      data: asking.event.data,
      isAway: asking.isAway,
    };
  const nextId = newMessageId();
  const queued = statusEvent(nextId, 'queued');
  const answer = await storeEnd(deps.database, scope, {
    conversationId: conversation.id,
    replyId: reply.id,
    ...ending,
    featureKey: trace?.insteadOf ? 'text_turn_cheaper' : 'text_turn',
    known: history.map((message) => message.id),
    nextId,
    queued,
    now: new Date(),
    lease,
  });
  if (answer === 'lost') {
    deps.live.endReply(conversation.id);
    // Also where a first try was committed and its answer got lost: readers have not been told of its end.
    deps.live.tellMore(conversation.id, startedSeq + 1);
    return false;
  }
  if (answer) {
    const events = [
      ending.event,
      ...(answer.isLate ? [queued] : []),
      ...(answer.isAsking && asking ? [asking.event] : []),
      ...(answer.isPathTold && path ? [{ event: 'flow' as const, data: { messageId: reply.id, path } }] : []),
    ];
    deps.live.tell(
      conversation.id,
      events.map((event, index) => ({ seq: answer.seq + 1 + index, ...event })),
    );
  }
  deps.live.endReply(conversation.id);
  return answer?.isOwed ?? false;
}
