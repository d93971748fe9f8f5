import { Failure } from '@antiphon/contract/errors';
import type { Scope } from '../../db/scope.ts';
import type { FlowState } from '../flows/flow-state.rules.ts';
import { outcomeOf, readCall } from '../function-calls/call-ends.ts';
import { answerProposal, type TurnDeps } from '../function-calls/keyless-turn.ts';
import type { FlowTurn, Happening } from './flow-turns.ports.ts';

type Before = {
  events: Happening[];
  /** Said to a yes or no of the visitor's, with which their message is answered. */
  text: string;
  isAnswered: boolean;
};

/** What came about since the conversation rested, ahead of what the visitor writes now. */
export async function eventsBefore(deps: TurnDeps, scope: Scope, turn: FlowTurn, state: FlowState): Promise<Before> {
  const { open } = state;
  const nothing = { text: '', isAnswered: false };
  if (open.kind === 'person') return { ...nothing, events: [{ kind: 'handoffReturned', hadPerson: turn.hadPerson }] };
  if (open.kind === 'wait') return { ...nothing, events: [{ kind: 'timer' }] };
  if (open.kind !== 'call') return { ...nothing, events: [] };
  const look = async (): Promise<Happening[]> => {
    const row = open.callId === null ? null : await readCall(deps, scope, open.callId);
    const outcome = outcomeOf(row, new Date());
    return outcome ? [{ kind: 'callEnded', ...outcome }] : [];
  };
  const ended = await look();
  if (ended.length > 0 || !turn.message) return { ...nothing, events: ended };
  const said = await decide(deps, scope, turn, turn.message.text);
  if (said === null) return { ...nothing, events: [] };
  return { events: await look(), text: said, isAnswered: true };
}

/** Null where the message is neither a yes nor a no, or where that comes too late. */
async function decide(deps: TurnDeps, scope: Scope, turn: FlowTurn, message: string): Promise<string | null> {
  try {
    return (await answerProposal(deps, scope, { ...turn, message }))?.text ?? null;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
