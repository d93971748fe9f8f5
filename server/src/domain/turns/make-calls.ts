import type { Span } from '@antiphon/contract/conversations';
import type { Scope } from '../../db/scope.ts';
import type { ToolCall } from '../answers/answers.ports.ts';
import { type Candidate, isBuiltin } from '../answers/model-chain.rules.ts';
import { LEAVE_TOOL } from '../flow-turns/leave-tool.rules.ts';
import { spanOf } from '../function-calls/function-calls.rules.ts';
import { type ModelCalls, startModelCalls } from '../function-calls/model-calls.ts';
import { sayProposal } from '../function-calls/say-turn.rules.ts';
import { LEAD_TOOL } from '../lead-capture/lead-tool.rules.ts';
import type { Meter } from './meter-reply.ts';
import { demandHeld, NotHeld } from './meter-reply.ts';
import type { Prepared, ReplyDeps } from './prepare-reply.ts';

type Asked = {
  asking: { by: Candidate; spans: Span[] };
  written: { text: string; noted: Record<string, unknown>[]; called: ModelCalls['calls'] };
  signal: AbortSignal;
  meter: Meter;
  owner: string;
};

/**
 * The calls of one try of a model, round by round: each further round is paid as the first was. Null where the agent has no functions,
 * or where nobody is asked who could call them.
 */
export function makeCalls(
  deps: ReplyDeps,
  scope: Scope,
  { begun, functions, lang }: Prepared,
  { asking, signal, meter, owner, written }: Asked,
) {
  const { conversation, reply, history, flow } = begun;
  if ((functions.length === 0 && !flow) || isBuiltin(asking.by)) return null;
  const said = history.filter(({ role }) => role === 'visitor').map(({ text }) => text);
  const turn = {
    conversationId: conversation.id,
    replyId: reply.id,
    lang,
    functions,
    said,
    owner,
    signal,
  };
  const model = startModelCalls(deps, scope, turn);
  written.called = model.calls;
  let refused: NotHeld | null = null;
  const inputsOf = (name: string) =>
    functions.find(({ definition }) => definition.name === name)?.definition.inputs ?? [];
  return {
    /** Why a round was not paid for: the model's own stream knows nothing of it. */
    refused: () => refused,
    async answer(calls: readonly ToolCall[]): Promise<string[]> {
      const results: string[] = [];
      for (const call of calls) {
        if (call.name === LEAVE_TOOL && flow) results.push(await flow.leave(String(call.input?.exit ?? '')));
        else if (call.name !== LEAD_TOOL) results.push(await model.answer(call));
        else {
          if (call.input) written.noted.push(call.input);
          results.push('Noted. Now answer the visitor.');
        }
      }
      asking.spans = model.calls.map((call) => spanOf(call, inputsOf(call.name)));
      meter.add(JSON.stringify([calls, results]));
      try {
        demandHeld(await meter.ask());
      } catch (error) {
        if (error instanceof NotHeld) refused = error;
        throw error;
      }
      return results;
    },
    /** The owner's words with the values, below the model's own: what a yes says yes to stands there. */
    sayProposals(say: (text: string) => void) {
      for (const call of model.calls) {
        if (call.kind !== 'effect' || call.status !== 'proposed') continue;
        const words = sayProposal(call, lang);
        if (!written.text.includes(words)) say(`${written.text === '' ? '' : '\n\n'}${words}`);
      }
    },
  };
}
