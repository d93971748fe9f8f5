import type { RefusedTopic } from '@antiphon/contract/guardrails';
import type { Passage } from '@antiphon/contract/knowledge';
import type { Scope } from '../../db/scope.ts';
import { citationsOf } from '../answers/answer.rules.ts';
import { answerFromPassages } from '../answers/builtin-answer.rules.ts';
import { languageFor, phraseFor } from '../answers/builtin-phrases.rules.ts';
import { isBuiltin } from '../answers/model-chain.rules.ts';
import { TURN_MICRO } from '../billing/prices.rules.ts';
import { topicSpan } from '../guardrails/guard-spans.rules.ts';
import { refusedTopic } from '../guardrails/refused-topics.rules.ts';
import { findWhetherThere } from '../schedules/people-hours.ts';
import type { BegunReply } from './begin-reply.ts';
import { finishReply, type ReplyResult } from './finish-reply.ts';
import { isRequestAlone, leftToPerson, saidToPerson, whyAsk } from './handoff-request.rules.ts';
import { kindSentence } from './kind-sentences.rules.ts';
import type { Prepared, ReplyDeps } from './prepare-reply.ts';
import { visitorTurns } from './turns.rules.ts';

/** What such an answer is made of. */
type Known = Pick<Prepared, 'begun' | 'question' | 'lang' | 'retrieveMs'>;

/**
 * The visitor asks for a person and for nothing else. No model knows whether one is there: their hours and who is online are looked
 * up, and the answer says what happens next. Free. `amountMicro`: null where nothing was held. Returns as `finishReply` does.
 */
export async function answerRequest(
  deps: ReplyDeps,
  scope: Scope,
  prepared: Known,
  startedMs: number,
  amountMicro: bigint | null = prepared.begun.spentMicro,
): Promise<boolean> {
  const { begun, question, lang } = prepared;
  const { model } = begun.settings;
  const { asksForPerson, isConnecting } = await askPerson(deps, scope, prepared);
  return sayAtOnce(deps, scope, prepared, startedMs, {
    asksForPerson,
    text: kindSentence(isConnecting ? 'connecting' : 'leaveAddress', languageFor(question, lang)),
    citations: [],
    offersPerson: !isConnecting,
    amountMicro,
    trace: { retrieved: [], model: `${model.provider}/${model.model}`, outcome: 'smalltalk' },
  });
}

/** The owner's own words, with where they stand, and no model is asked. Costs the turn. Returns as `finishReply` does. */
export async function answerTaught(
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  taught: Passage,
  startedMs: number,
): Promise<boolean> {
  const { settings, spentMicro } = prepared.begun;
  const { asksForPerson, isConnecting } = await askPerson(deps, scope, prepared);
  return sayAtOnce(deps, scope, prepared, startedMs, {
    asksForPerson,
    text: taught.text,
    citations: settings.knowledge.showSources ? citationsOf('[1]', [taught]) : [],
    offersPerson: asksForPerson !== null && !isConnecting,
    amountMicro: spentMicro + TURN_MICRO,
    trace: { retrieved: [taught], model: 'taught', outcome: 'answered' },
  });
}

/** What the agent does not talk about, by the messages that are answered; not by those before. */
export const topicOf = ({ settings, history, reply }: BegunReply): RefusedTopic | null =>
  refusedTopic(visitorTurns(history, reply.id).asked, settings.guardrails.topics);

/** The owner's own sentence about it; no model is asked. Costs the turn. Returns as `finishReply` does. */
export const answerRefused = (
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  { name, answer }: RefusedTopic,
  startedMs: number,
): Promise<boolean> =>
  sayAtOnce(deps, scope, prepared, startedMs, {
    asksForPerson: null,
    text: answer,
    citations: [],
    offersPerson: false,
    amountMicro: prepared.begun.spentMicro + TURN_MICRO,
    trace: { retrieved: [], model: 'guardrails', outcome: 'answered', spans: [topicSpan(name)] },
  });

/**
 * The visitor answers a person who is not in the chat any more, and the agent knows nothing of it: it says who will answer, and
 * calls for them once. Returns as `finishReply` does.
 */
export async function passOn(deps: ReplyDeps, scope: Scope, prepared: Prepared, startedMs: number): Promise<boolean> {
  const { begun, question, lang } = prepared;
  const { conversation, settings } = begun;
  const isFirst = saidToPerson(begun) === 'first' && !conversation.isTest;
  const people = await findWhetherThere(deps, scope, conversation.agentId, settings.handoff);
  return sayAtOnce(deps, scope, prepared, startedMs, {
    // Where nobody is there, it stands in the inbox all the same: the visitor's message has opened it.
    asksForPerson: isFirst && people === 'there' ? { reason: 'unknown', people } : null,
    text: kindSentence('passedOn', languageFor(question, lang)),
    citations: [],
    offersPerson: false,
    amountMicro: begun.spentMicro,
    trace: { retrieved: [], model: `${settings.model.provider}/${settings.model.model}`, outcome: 'smalltalk' },
  });
}

/** A person was thanked or answered, and has left. The agent knows nothing of what was said to them, and need not. */
export const answerParting = (
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  startedMs: number,
): Promise<boolean> => {
  const { begun, question, lang } = prepared;
  const { model } = begun.settings;
  return sayAtOnce(deps, scope, prepared, startedMs, {
    asksForPerson: null,
    text:
      leftToPerson(begun) === 'answer'
        ? kindSentence('heard', languageFor(question, lang))
        : phraseFor('thanks', question, lang),
    citations: [],
    offersPerson: false,
    amountMicro: begun.spentMicro,
    trace: { retrieved: [], model: `${model.provider}/${model.model}`, outcome: 'smalltalk' },
  });
};

/** Of the model that needs no key it is known beforehand that it knows no answer. */
export function isForPerson({ begun, passages, confidence, turns, lang, question }: Prepared): boolean {
  if (!isBuiltin(begun.settings.model) || saidToPerson(begun) === null) return false;
  return answerFromPassages({ question, turns, passages, confidence, lang }).outcome === 'unknown';
}

/** The same of it; language models read to whom it was said. */
export function isParting({ begun, passages, confidence, turns, lang, question }: Prepared): boolean {
  if (!isBuiltin(begun.settings.model) || leftToPerson(begun) === null) return false;
  return answerFromPassages({ question, turns, passages, confidence, lang }).outcome === 'unknown';
}

/** Nobody pays for an answer, and the visitor asks for a person: who is a person's to answer needs no credits. */
export const isForPersonAlone = (begun: BegunReply): boolean =>
  begun.settings.handoff.isEnabled && (isRequestAlone(begun) || whyAsk(begun, false) === 'words');

async function askPerson(deps: ReplyDeps, scope: Scope, { begun }: Known) {
  const { conversation, settings } = begun;
  const reason = whyAsk(begun, false);
  const people = reason && (await findWhetherThere(deps, scope, conversation.agentId, settings.handoff));
  // Nobody is called by who tries the agent.
  const isConnecting = people === 'there' && !conversation.isTest;
  return { asksForPerson: reason && people && { reason, people }, isConnecting };
}

type Said = Pick<ReplyResult, 'asksForPerson' | 'text' | 'citations' | 'offersPerson' | 'amountMicro'> & {
  trace: Pick<ReplyResult['trace'], 'retrieved' | 'model' | 'outcome' | 'spans'>;
};

/** Says what is known without a model. */
export function sayAtOnce(
  deps: ReplyDeps,
  scope: Scope,
  { begun, question, retrieveMs }: Known,
  startedMs: number,
  { trace, ...said }: Said,
): Promise<boolean> {
  deps.live.append(begun.conversation.id, said.text);
  return finishReply(deps, scope, begun, {
    ...said,
    state: 'complete',
    isUnknown: false,
    trace: {
      ...trace,
      question,
      prompt: [],
      inputTokens: 0,
      outputTokens: 0,
      attempts: begun.attempt,
      stages: { waitMs: 0, retrieveMs, firstTokenMs: 0, modelMs: 0, totalMs: performance.now() - startedMs },
    },
  });
}
