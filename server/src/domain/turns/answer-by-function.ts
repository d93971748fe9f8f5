import { Failure } from '@antiphon/contract/errors';
import type { Scope } from '../../db/scope.ts';
import { answerFromPassages } from '../answers/builtin-answer.rules.ts';
import { isBuiltin } from '../answers/model-chain.rules.ts';
import { TURN_MICRO } from '../billing/prices.rules.ts';
import { spanOf } from '../function-calls/function-calls.rules.ts';
import { answerProposal, type FunctionTurn, type SaidTurn, takeTurn } from '../function-calls/keyless-turn.ts';
import { languageOfWords } from '../search/stop-words.rules.ts';
import { sayAtOnce } from './answer-at-once.ts';
import type { Prepared, ReplyDeps } from './prepare-reply.ts';
import { visitorTurns } from './turns.rules.ts';

/**
 * The visitor says yes or no to what is proposed; or, where no language model answers, asks for something that a function does. Null
 * where neither is so. Costs the turn. Returns as `finishReply` does.
 */
export async function answerByFunction(
  deps: ReplyDeps,
  scope: Scope,
  prepared: Prepared,
  { startedMs, owner, signal }: { startedMs: number; owner: string; signal: AbortSignal },
): Promise<boolean | null> {
  const { begun, functions, lang } = prepared;
  const { conversation, settings, reply, spentMicro } = begun;
  // Not what was searched for: that has words of earlier turns in it.
  const message = visitorTurns(begun.history, reply.id).asked.join('\n').trim();
  if (functions.length === 0 || message === '') return null;
  const spoken = languageOfWords(message) || lang;
  const turn = {
    conversationId: conversation.id,
    replyId: reply.id,
    message,
    lang: spoken,
    functions,
    owner,
    signal,
  };
  const said = await take(deps, scope, turn, isBuiltin(settings.model));
  if (!said || signal.aborted || (said.isOfChoices && knowsBetter(prepared))) return null;
  const inputs = functions.find(({ definition }) => definition.name === said.call?.name)?.definition.inputs ?? [];
  return sayAtOnce(deps, scope, prepared, startedMs, {
    ...{
      asksForPerson: null,
      text: said.text,
      citations: [],
      offersPerson: false,
      amountMicro: spentMicro + TURN_MICRO,
    },
    trace: {
      ...{ retrieved: [], model: 'functions', outcome: 'answered' },
      ...(said.call ? { spans: [spanOf(said.call, inputs)] } : {}),
    },
  });
}

async function take(deps: ReplyDeps, scope: Scope, turn: FunctionTurn, isKeyless: boolean): Promise<SaidTurn | null> {
  try {
    const said = await answerProposal(deps, scope, turn);
    return said || !isKeyless ? said : await takeTurn(deps, scope, turn);
  } catch (error) {
    // It is over, or too often: what the visitor says is answered as anything else.
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** What is only alike asks back where nothing is known. */
function knowsBetter({ passages, confidence, turns, lang, question }: Prepared): boolean {
  return answerFromPassages({ question, turns, passages, confidence, lang }).outcome === 'answered';
}
