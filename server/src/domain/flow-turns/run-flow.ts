import type { Span } from '@antiphon/contract/conversations';
import type { Scope } from '../../db/scope.ts';
import { firstState, moveState, readState } from '../flows/flow-state.rules.ts';
import { toStored } from '../flows/keep-flow.ts';
import { saidOf } from '../flows/open-flow.rules.ts';
import { type FlowEffect, type FlowEvent, type Step, stepFlow } from '../flows/step-flow.rules.ts';
import { type MadeCall, readCall } from '../function-calls/call-ends.ts';
import { spanOf } from '../function-calls/function-calls.rules.ts';
import type { TurnDeps } from '../function-calls/keyless-turn.ts';
import { findWhetherThere } from '../schedules/people-hours.ts';
import { callInFlow } from './call-in-flow.ts';
import { eventsBefore } from './events-before.ts';
import { flowSpan } from './flow-span.rules.ts';
import type { FlowAsk, FlowEnd, FlowTurn } from './flow-turns.ports.ts';

export type FlowRun = Awaited<ReturnType<typeof runFlow>>;

/** Of calls, searches and people in one reply. Beyond it the conversation rests. */
const DEEDS_MAX = 12;

/**
 * Goes through the flow until it rests, or until the agent's model is to speak (`ask`). Nothing of it is stored before the reply is:
 * one that is begun anew comes to the same calls, whose rows are there.
 */
export async function runFlow(deps: TurnDeps, scope: Scope, turn: FlowTurn) {
  const { flow, version, lang } = turn;
  const at = Date.now();
  const found = readState(turn.stored);
  let state = found ? moveState(flow, found, version) : firstState(flow, version, at);
  let [said, path, calls]: [FlowEffect[], Step[], MadeCall[]] = [[], [], []];
  let [ask, asksPerson, deeds]: [FlowAsk | null, FlowEnd['asksPerson'], number] = [null, null, 0];
  let mayAsk = true;

  const feed = async (first: FlowEvent): Promise<void> => {
    for (let event: FlowEvent | null = first; event; ) {
      const stepped = stepFlow(flow, state, event);
      state = stepped.state;
      path.push(...stepped.path);
      event = null;
      for (const effect of stepped.effects) {
        if (effect.kind === 'call' || effect.kind === 'search' || effect.kind === 'askPerson')
          event = await act(effect);
        else if (effect.kind === 'askModel' || effect.kind === 'answer') ask = mayAsk ? effect : null;
        else said.push(effect);
      }
    }
  };
  type Deed = Extract<FlowEffect, { kind: 'call' | 'search' | 'askPerson' }>;
  const act = async (effect: Deed): Promise<FlowEvent | null> => {
    const when = { at: Date.now(), lang };
    deeds += 1;
    if (effect.kind === 'askPerson') {
      const { handoff } = turn.settings;
      asksPerson = handoff.isEnabled ? await findWhetherThere(deps, scope, turn.agentId, handoff) : null;
      return { ...when, kind: 'personAsked', isThere: asksPerson === 'there' };
    }
    const isOver = deeds > DEEDS_MAX || turn.signal.aborted;
    if (effect.kind === 'search') {
      const isFound = !isOver && mayAsk && (await turn.search(effect.question));
      if (!isFound) return { ...when, kind: 'searched', isFound };
      ask = { kind: 'knowledge', question: effect.question };
      return null;
    }
    if (isOver) return { ...when, kind: 'callEnded', result: 'failed', outputs: {} };
    const { event, call, text } = await callInFlow(deps, scope, turn, effect);
    if (call) calls.push(call);
    if (text !== '') said.push({ kind: 'say', text, choices: [] });
    return { ...when, ...event };
  };

  const before = await eventsBefore(deps, scope, turn, state);
  if (before.text !== '') said.push({ kind: 'say', text: before.text, choices: [] });
  for (const event of before.events) await feed({ ...event, at, lang });
  const isAnswered = before.isAnswered;
  if (turn.message && !isAnswered)
    await feed({ kind: 'message', at, lang, ...turn.message, isKeyless: turn.isKeyless });
  const opening = saidOf(said);
  const snapshot = { state, said, path: [...path], calls: [...calls], ask, asksPerson };
  said = [];

  return {
    /** Said ahead of the model's words; all of it where no model is asked. */
    before: opening.text,
    ask: () => ask,
    /** A model fails in the middle and is asked once more. */
    again() {
      ({ state, ask, asksPerson } = snapshot);
      [path, calls, said] = [[...snapshot.path], [...snapshot.calls], []];
    },
    /** The model leaves its step. What it is answered; the rest of what is said comes behind its words. */
    async leave(exit: string): Promise<string> {
      if (ask?.kind !== 'askModel' || !ask.exits.some(({ id }) => id === exit))
        return 'There is no such exit. Answer the visitor.';
      ask = null;
      await feed({ kind: 'modelExit', exit, at: Date.now(), lang });
      return 'You have left this step. Say nothing more: the system goes on.';
    },
    /** The reply is written: where the conversation is by now. */
    async finish(): Promise<FlowEnd> {
      mayAsk = false;
      const now = { at: Date.now(), lang };
      const answered = ask;
      ask = null;
      if (answered?.kind === 'askModel') await feed({ ...now, kind: 'modelExit', exit: null });
      else if (answered?.kind === 'answer') await feed({ ...now, kind: 'answered' });
      else if (answered) await feed({ ...now, kind: 'searched', isFound: true });
      const { text, choices } = saidOf(said);
      const all = [...snapshot.said, ...said];
      const waiting =
        state.open.kind === 'call' && state.open.callId ? await readCall(deps, scope, state.open.callId) : null;
      return {
        after: text,
        // Those below what was said last, if anything else was said after them.
        choices: text === '' && !answered ? opening.choices : choices,
        stored: toStored(state, waiting?.expiresAt ?? null),
        path,
        spans: [flowSpan(flow, path), ...calls.map((call) => spanOfCall(turn, call))],
        asksPerson,
        resolves: all.some(({ kind }) => kind === 'resolve'),
      };
    },
  };
}

function spanOfCall({ functions }: FlowTurn, call: MadeCall): Span {
  const inputs = functions.find(({ bound }) => bound.functionId === call.functionId)?.definition.inputs ?? [];
  return spanOf(call, inputs);
}
