import type { Scope } from '../../db/scope.ts';
import type { FlowEffect } from '../flows/step-flow.rules.ts';
import { type MadeCall, outcomeOf } from '../function-calls/call-ends.ts';
import { givenOf } from '../function-calls/call-values.rules.ts';
import type { TurnDeps } from '../function-calls/keyless-turn.ts';
import { placeCall } from '../function-calls/place-call.ts';
import { runRead } from '../function-calls/run-read.ts';
import { sayProposal } from '../function-calls/say-turn.rules.ts';
import { readInputs } from '../functions/read-inputs.rules.ts';
import type { FlowTurn, Happening } from './flow-turns.ports.ts';

type Called = { event: Happening; call: MadeCall | null; text: string };

const FAILED: Called = { event: { kind: 'callEnded', result: 'failed', outputs: {} }, call: null, text: '' };

/** A read is made, an effect proposed: it is sent once the visitor says so, and never by the flow. */
export async function callInFlow(
  deps: TurnDeps,
  scope: Scope,
  { functions, conversationId, replyId, lang, owner, signal }: FlowTurn,
  { functionId, given }: Extract<FlowEffect, { kind: 'call' }>,
): Promise<Called> {
  const known = functions.find(({ bound }) => bound.functionId === functionId);
  if (!known) return FAILED;
  const { bound, definition } = known;
  const { values, faults } = readInputs(definition.inputs, given);
  if (faults.length > 0) return FAILED;
  const args = givenOf(definition.inputs, values);
  const placed = await placeCall(deps, scope, { conversationId, bound, definition, args, replyId, lang }, { owner });
  if (placed.kind === 'gone' || placed.kind === 'limit') return FAILED;
  const { call } = placed;
  if (call.kind === 'read') {
    const ended = await runRead(deps, scope, call, placed.lease, signal);
    const outcome = ended && outcomeOf(ended, new Date());
    return outcome ? { event: { kind: 'callEnded', ...outcome }, call: ended, text: '' } : { ...FAILED, call: ended };
  }
  const outcome = outcomeOf(call, new Date());
  if (outcome) return { event: { kind: 'callEnded', ...outcome }, call, text: '' };
  const text = call.status === 'proposed' ? sayProposal(call, lang) : '';
  return { event: { kind: 'called', callId: call.id }, call, text };
}
