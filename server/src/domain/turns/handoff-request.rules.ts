import type { AgentSettings } from '@antiphon/contract/agents';
import type { MessageId } from '@antiphon/contract/ids';
import {
  isConsent,
  isShortYes,
  isStatement,
  opensWithThanks,
  opensWithYes,
  smalltalkOf,
} from '../answers/smalltalk.rules.ts';
import { isPassedOn } from './kind-sentences.rules.ts';
import type { TurnMessage } from './turns.queries.ts';
import { visitorTurns } from './turns.rules.ts';

type Turn = {
  settings: { handoff: AgentSettings['handoff'] };
  reply: { id: MessageId };
  history: readonly TurnMessage[];
};

type Said = Pick<Turn, 'reply' | 'history'>;

/** The visitor asks for a person and for nothing that documents could answer: it is no question, whatever the model made of it. */
export function isRequestAlone(turn: Said): boolean {
  const { asked } = visitorTurns(turn.history, turn.reply.id);
  const isOffered = saidBefore(turn)?.isUnknown === true;
  return asked.length > 0 && asked.every((text) => smalltalkOf(text) === 'person' || (isOffered && isConsent(text)));
}

/** What is answered is the press of a button. */
export const hasPressed = ({ reply, history }: Said): boolean =>
  history.some((one) => isVisitors(one) && one.replyId === reply.id && Boolean(one.choiceId));

/** Below an answer that was not known the widget asks whether a person shall get back. */
const saidBefore = ({ reply, history }: Said) =>
  history.findLast((one) => one.role !== 'visitor' && one.id !== reply.id && one.state === 'complete');

const isVisitors = ({ role }: TurnMessage) => role === 'visitor';

/**
 * A person spoke last, and the visitor answers them: `first` where nothing was said since, `again` where the agent has already
 * passed something on. What it does not know of that, it is not expected to know.
 */
export function saidToPerson({ settings, reply, history }: Turn): 'first' | 'again' | null {
  if (!settings.handoff.isEnabled || !settings.handoff.isSmart) return null;
  // Who gives a conversation back with a question unanswered wants the agent to answer it, not to be called again.
  const hasLeftSince = history.findLastIndex(({ role }) => role === 'system') > history.findLastIndex(isVisitors);
  if (hasLeftSince) return null;
  const spoken = history.filter(
    ({ id, role, state }) => id !== reply.id && role !== 'visitor' && role !== 'system' && state === 'complete',
  );
  const last = spoken.findLast(({ role, text }) => role === 'operator' || !isPassedOn(text));
  if (last?.role !== 'operator') return null;
  return spoken.at(-1) === last ? 'first' : 'again';
}

/**
 * What was said to a person who has left since, and is no question that the agent was left: `thanks`, or a yes to what they asked,
 * with more said beside it; `answer` where it only states what they had asked for.
 */
export function leftToPerson({ reply, history }: Said): 'thanks' | 'answer' | null {
  const at = history.findLastIndex(isVisitors);
  const hasLeftSince = history.findLastIndex(({ role }) => role === 'system') > at;
  const answered = history
    .slice(0, at)
    .findLast(({ role, state }) => role !== 'visitor' && role !== 'system' && state === 'complete');
  const { asked } = visitorTurns(history, reply.id);
  if (!hasLeftSince || answered?.role !== 'operator') return null;
  const hasAsked = /[?؟]/.test(answered.text);
  const isYes = hasAsked ? opensWithYes : isShortYes;
  const isThanks = (text: string) => opensWithThanks(text) || isYes(text);
  const isAnswer = (text: string) => hasAsked && isStatement(text);
  if (!asked.every((text) => isThanks(text) || isAnswer(text) || smalltalkOf(text) !== null)) return null;
  if (asked.some(isThanks)) return 'thanks';
  return asked.some(isAnswer) ? 'answer' : null;
}

/**
 * Why the agent asks for a person after this reply, or null. `words`: the visitor asked for one, or used a phrase of the
 * agent's own; `unknown`: neither this reply nor the one before knew the answer.
 */
export function whyAsk({ settings, reply, history }: Turn, isUnknown: boolean): 'words' | 'unknown' | null {
  const { isEnabled, isSmart, phrases } = settings.handoff;
  if (!isEnabled) return null;
  const { asked } = visitorTurns(history, reply.id);
  const said = asked.map((text) => text.toLowerCase());
  if (phrases.some((phrase) => said.some((text) => text.includes(phrase.toLowerCase())))) return 'words';
  if (!isSmart) return null;
  if (asked.some((text) => smalltalkOf(text) === 'person') || isRequestAlone({ reply, history })) return 'words';
  return isUnknown && saidBefore({ reply, history })?.isUnknown ? 'unknown' : null;
}
