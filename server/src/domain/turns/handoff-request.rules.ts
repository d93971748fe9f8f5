import type { AgentSettings } from '@antiphon/contract/agents';
import type { MessageId } from '@antiphon/contract/ids';
import { smalltalkOf } from '../answers/smalltalk.rules.ts';
import type { TurnMessage } from './turns.queries.ts';
import { visitorTurns } from './turns.rules.ts';

type Turn = {
  settings: { handoff: AgentSettings['handoff'] };
  reply: { id: MessageId };
  history: readonly TurnMessage[];
};

/** The visitor asks for a person and for nothing that documents could answer: it is no question, whatever the model made of it. */
export function isRequestAlone({ reply, history }: Pick<Turn, 'reply' | 'history'>): boolean {
  const { asked } = visitorTurns(history, reply.id);
  return asked.length > 0 && asked.every((text) => smalltalkOf(text) === 'person');
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
  if (asked.some((text) => smalltalkOf(text) === 'person')) return 'words';
  const before = history.findLast((one) => one.role !== 'visitor' && one.id !== reply.id && one.state === 'complete');
  return isUnknown && before?.isUnknown ? 'unknown' : null;
}
