import type { ConversationId, MessageId } from '@antiphon/contract/ids';
import type { Scope } from '../../db/scope.ts';
import type { ToolCall } from '../answers/answers.ports.ts';
import type { KnownFunction } from '../functions/find-revisions.ts';
import { type InputFault, readInputs } from '../functions/read-inputs.rules.ts';
import { givenOf } from './call-values.rules.ts';
import type { CallRow } from './function-calls.queries.ts';
import type { CallDeps } from './make-call.ts';
import { placeCall } from './place-call.ts';
import { runRead } from './run-read.ts';
import { wasSaid } from './said-values.rules.ts';

/** In one reply, all of its rounds together. */
const CALLS_MAX = 8;

export type ModelTurn = {
  conversationId: ConversationId;
  replyId: MessageId;
  lang: string;
  functions: readonly KnownFunction[];
  /** What the visitor wrote in this conversation. */
  said: readonly string[];
  owner: string;
  signal: AbortSignal;
};

export type ModelCalls = ReturnType<typeof startModelCalls>;

/**
 * What a language model calls in one reply. Reads are made; effects are proposed to the visitor and nothing more, whatever the model
 * says. It learns whether a read went well, and of its answer what the owner named, as JSON in which nothing ends a text or a tag.
 */
export function startModelCalls(deps: CallDeps, scope: Scope, turn: ModelTurn) {
  const calls: CallRow[] = [];
  let left = CALLS_MAX;
  return {
    /** In their order, as they stand. */
    calls,
    async answer({ name, input }: ToolCall): Promise<string> {
      const known = turn.functions.find(({ definition }) => definition.name === name);
      if (!known) return tell({ result: 'failed', problem: 'There is no such function.' });
      if (left <= 0) return tell({ result: 'failed', problem: 'No more calls in this answer.' });
      left -= 1;
      return answerCall(deps, scope, turn, { known, given: input ?? {}, calls });
    },
  };
}

type Called = { known: KnownFunction; given: Record<string, unknown>; calls: CallRow[] };

async function answerCall(deps: CallDeps, scope: Scope, turn: ModelTurn, { known, given, calls }: Called) {
  const { bound, definition } = known;
  const { values, faults } = readInputs(definition.inputs, given);
  const args = givenOf(definition.inputs, values);
  const today = new Date().toISOString().slice(0, 10);
  const unsaid = definition.inputs.flatMap((input): InputFault[] => {
    const value = args[input.name];
    if (input.source !== 'said' || value === undefined || wasSaid(input, value, turn.said, today)) return [];
    return [{ input: input.name, message: 'The visitor did not say this. Ask them.' }];
  });
  const problems = [...faults, ...unsaid];
  if (problems.length > 0) return tell({ result: 'failed', problems });
  const { conversationId, replyId, lang, owner } = turn;
  const placed = await placeCall(deps, scope, { conversationId, bound, definition, args, replyId, lang }, { owner });
  if (placed.kind === 'gone') return tell({ result: 'failed' });
  if (placed.kind === 'limit') return tell({ result: 'failed', problem: 'This was called too often. Offer a person.' });
  const { call } = placed;
  if (call.kind === 'effect') {
    calls.push(call);
    return tell(PROPOSED);
  }
  const ended = await runRead(deps, scope, call, placed.lease, turn.signal);
  if (!ended) return tell({ result: 'failed' });
  calls.push(ended);
  return ended.status === 'done' ? tell({ result: 'ok', outputs: ended.outputs }) : tell({ result: 'failed' });
}

const PROPOSED = {
  result: 'proposed',
  note: 'Proposed to the visitor, who decides with a button. Nothing is done yet. Do not say that it is.',
};

const tell = (result: object): string =>
  JSON.stringify(result).replace(/[<>]/g, (sign) => (sign === '<' ? '\\u003c' : '\\u003e'));
