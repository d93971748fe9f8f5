import type { Scope } from '../../db/scope.ts';
import { answerFromPassages } from '../answers/builtin-answer.rules.ts';
import { isBuiltin } from '../answers/model-chain.rules.ts';
import { TURN_MICRO } from '../billing/prices.rules.ts';
import { type FlowRun, runFlow } from '../flow-turns/run-flow.ts';
import { findRevisions } from '../functions/find-revisions.ts';
import { searchKnowledge } from '../search/search-knowledge.ts';
import { sayAtOnce } from './answer-at-once.ts';
import type { Prepared, ReplyDeps } from './prepare-reply.ts';
import type { TurnMessage } from './turns.queries.ts';

/**
 * Goes on where the conversation is on the agent's canvas, and begins what is said. Null where the agent has no flow. Whatever answers
 * afterwards is said between the flow's own words (`finishReply`).
 */
export async function takeFlow(
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  { owner, signal }: { owner: string; signal: AbortSignal },
): Promise<FlowRun | null> {
  const { begun, lang } = prepared;
  const { settings, conversation, reply, history, version, flowState } = begun;
  if (!settings.flow) return null;
  const asked = history.filter(({ role, replyId }) => role === 'visitor' && replyId === reply.id);
  const message = asked.length === 0 ? null : messageOf(asked);
  const run = await runFlow(deps, scope, {
    ...{ flow: settings.flow, stored: flowState, version, settings, message, owner, signal },
    ...{ conversationId: conversation.id, agentId: conversation.agentId, replyId: reply.id },
    lang: conversation.lang || lang,
    hadPerson: hadPerson(history, reply.id),
    isKeyless: isBuiltin(settings.model),
    functions: await findRevisions(deps, scope, settings.functions),
    search: (question) => search(deps, scope, prepared, question),
  });
  begun.flow = run;
  beginSaying(deps, prepared);
  return run;
}

/** What the flow says ahead of the model's words; once more where a model is asked once more. */
export function beginSaying(deps: ReplyDeps, { begun: { conversation, flow } }: Prepared): void {
  if (flow && flow.before !== '') deps.live.append(conversation.id, flow.ask() ? `${flow.before}\n\n` : flow.before);
}

/** All is said that there is to say. Returns as `finishReply` does. */
export function sayFlow(deps: ReplyDeps, scope: Scope, prepared: Prepared, startedMs: number): Promise<boolean> {
  const { history, reply, spentMicro } = prepared.begun;
  const isAsked = history.some(({ role, replyId }) => role === 'visitor' && replyId === reply.id);
  return sayAtOnce(deps, scope, prepared, startedMs, {
    ...{ asksForPerson: null, text: '', citations: [], offersPerson: false },
    // What it says by itself is nobody's turn.
    amountMicro: isAsked ? spentMicro + TURN_MICRO : spentMicro,
    trace: { retrieved: [], model: 'flow', outcome: 'answered' },
  });
}

/** Of a burst the words of all, and the button that was pressed last. */
const messageOf = (asked: readonly TurnMessage[]) => ({
  text: asked
    .map(({ text }) => text)
    .join('\n')
    .trim(),
  choiceId: asked.findLast(({ choiceId }) => choiceId)?.choiceId ?? null,
});

/** A person wrote since the agent did. */
function hadPerson(history: readonly TurnMessage[], replyId: string): boolean {
  const said = history.filter(({ id, role }) => id !== replyId && (role === 'agent' || role === 'operator'));
  return said.at(-1)?.role === 'operator';
}

/** What is found is what the agent answers from. */
async function search(deps: ReplyDeps, scope: Scope, prepared: Prepared, question: string): Promise<boolean> {
  const { begun } = prepared;
  if (question !== '') {
    const found = await searchKnowledge({ database: deps.database }, scope, {
      agentId: begun.conversation.agentId,
      turns: [question],
      passagesMax: begun.settings.knowledge.passagesMax,
      embeddingModel: '',
      lang: prepared.lang,
    });
    Object.assign(prepared, found, { question, turns: [], taught: null });
  }
  const { passages, confidence, turns, lang } = prepared;
  if (prepared.taught) return true;
  return answerFromPassages({ question: prepared.question, turns, passages, confidence, lang }).outcome === 'answered';
}
