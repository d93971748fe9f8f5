import type { Choice } from '@antiphon/contract/events';
import type { Flow, FlowNode, FlowValue, NodeOf } from '@antiphon/contract/flow-parts';
import { isHttpsAddress, nodeBehind } from '@antiphon/contract/flow-ports';
import type { FunctionCallId, FunctionId } from '@antiphon/contract/ids';
import { smalltalkOf } from '../answers/smalltalk.rules.ts';
import { type FlowOpen, type FlowState, type Place, placeOf, STACK_MAX, startOf } from './flow-state.rules.ts';
import { fillText, holds, keptAs, operandValue } from './flow-values.rules.ts';
import { hearForm, wordsOfForm } from './form.rules.ts';
import {
  choicesOf,
  type Heard,
  hearAnswer,
  hearCorrection,
  hearExit,
  hearSection,
  pickChoice,
} from './hear-visitor.rules.ts';

/** What happened. Time is in it, and nowhere else: the same events make the same states. */
export type FlowEvent = { at: number; lang: string } & (
  | { kind: 'begin' }
  | { kind: 'message'; text: string; choiceId: string | null; isKeyless: boolean }
  /** A step's model has answered, and leaves by an exit or stays. */
  | { kind: 'modelExit'; exit: string | null }
  /** What the visitor asked in the middle of something was answered. */
  | { kind: 'answered' }
  | { kind: 'searched'; isFound: boolean }
  /** A function was proposed: the visitor decides. */
  | { kind: 'called'; callId: FunctionCallId }
  | { kind: 'callEnded'; result: 'ok' | 'failed' | 'declined'; outputs: Record<string, unknown> }
  | { kind: 'personAsked'; isThere: boolean }
  | { kind: 'handoffReturned'; hadPerson: boolean }
  | { kind: 'timer' }
);

/** What is to be done. After what is said comes at most one that an event answers. */
export type FlowEffect =
  | { kind: 'say'; text: string; choices: Choice[] }
  | { kind: 'askModel'; instructions: string; exits: { id: string; name: string; when: string }[] }
  /** What the visitor asks is answered from knowledge; then it goes on where it was. */
  | { kind: 'answer' }
  | { kind: 'search'; question: string }
  | { kind: 'call'; functionId: FunctionId; given: Record<string, FlowValue> }
  | { kind: 'askPerson' }
  | { kind: 'timer'; until: number }
  | { kind: 'resolve' };

export type Step = { sectionId: string; nodeId: string };
export type Stepped = { state: FlowState; effects: FlowEffect[]; path: Step[] };

/** Gone through without a rest; then a person is asked for. */
const NODES_MAX = 60;

/** One event on the canvas: pure, and of one answer for the same. It never throws, whatever flow and state it is given. */
export function stepFlow(flow: Flow, state: FlowState, event: FlowEvent): Stepped {
  const run: Run = {
    flow,
    event,
    state: { ...state, at: event.at },
    vars: { ...state.vars },
    stack: [...state.stack],
    effects: [],
    path: [],
  };
  const place = placeOf(flow, state.node);
  if (place) hear(run, place);
  else rest(run, startOf(flow.sections[0]), { kind: 'pending' });
  return { state: { ...run.state, vars: run.vars, stack: run.stack }, effects: run.effects, path: run.path };
}

/** Of one call of `stepFlow`, and changed within it alone. */
type Run = {
  readonly flow: Flow;
  readonly event: FlowEvent;
  state: FlowState;
  readonly vars: Record<string, FlowValue>;
  readonly stack: FlowState['stack'];
  readonly effects: FlowEffect[];
  readonly path: Step[];
};

function rest(run: Run, place: Place | undefined, open: FlowOpen): undefined {
  run.state = place
    ? { ...run.state, section: place.section.id, node: place.node.id, open }
    : { ...run.state, open: { kind: 'end' } };
}

const write = (run: Run, text: string) => fillText(run.flow, text, { vars: run.vars, lang: run.event.lang });
const plain = (run: Run, text: string) =>
  fillText(run.flow, text, { vars: run.vars, lang: run.event.lang, write: (value) => value });

function say(run: Run, text: string, shown: Choice[] = []): undefined {
  const written = write(run, text);
  if (written !== '' || shown.length > 0) run.effects.push({ kind: 'say', text: written, choices: shown });
}

/** What the event is to the place where the conversation rests. One that does not fit it changes nothing. */
function hear(run: Run, place: Place): undefined {
  const { event, state } = run;
  const { open } = state;
  const through = (port: string) => goOn(run, behind(place, port));
  if (event.kind === 'message') return hearMessage(run, place, event);
  if (event.kind === 'begin' && open.kind === 'pending') return goOn(run, place);
  if (event.kind === 'timer' && open.kind === 'wait' && event.at >= open.until) return through('timeout');
  if (event.kind === 'modelExit' && open.kind === 'step') {
    const { node } = place;
    const isExit = node.kind === 'step' && node.exits.some(({ id }) => id === event.exit);
    if (event.exit !== null && isExit) return through(event.exit);
    run.state = { ...run.state, open: { kind: 'step', turns: open.turns + 1 } };
  }
  if (event.kind === 'answered') return sayAgain(run, place.node, open);
  if (event.kind === 'searched' && open.kind === 'search') return through(event.isFound ? 'found' : 'notFound');
  if (event.kind === 'called' && open.kind === 'call')
    run.state = { ...run.state, open: { kind: 'call', callId: event.callId } };
  if (event.kind === 'callEnded' && open.kind === 'call') {
    if (place.node.kind === 'function') keepOutputs(run, place.node, event.outputs);
    return through(event.result);
  }
  if (event.kind === 'personAsked' && open.kind === 'person' && !event.isThere) return through('nobody');
  if (event.kind === 'handoffReturned' && open.kind === 'person') return through(event.hadPerson ? 'taken' : 'nobody');
}

type Message = Extract<FlowEvent, { kind: 'message' }>;

function hearMessage(run: Run, place: Place, event: Message): undefined {
  const { open } = run.state;
  const through = (port: string) => goOn(run, behind(place, port));
  const { node } = place;
  if (open.kind === 'end') {
    run.stack.length = 0;
    return beginWith(run, startOf(run.flow.sections[0]), event);
  }
  if (open.kind === 'pending') return beginWith(run, place, event);
  if (open.kind === 'choices' && node.kind === 'message') {
    const picked = pickChoice(shownOf(run, node), event);
    if (picked) return through(picked.id);
  }
  if (!isHeld(open) && goAside(run, place, event)) return;
  switch (node.kind) {
    case 'message':
      return through('other');
    case 'step':
      return hearInStep(run, place, node, event);
    case 'collect':
      return hearInCollect(run, place, node, event);
    case 'form':
      return hearInForm(run, place, node, event);
    case 'wait':
      return through('done');
    case 'function':
      return hearAtCall(run, place, event);
    default:
      run.effects.push({ kind: 'answer' });
  }
}

/**
 * The flow begins with a message, on a channel or after its end. Where it comes to a choice first, the message is an answer to that as well: who asks
 * something is not asked what they want, and who only says hello is.
 */
function beginWith(run: Run, from: Place | undefined, event: Message): undefined {
  goOn(run, from);
  const place = placeOf(run.flow, run.state.node);
  if (run.state.open.kind !== 'choices' || place?.node.kind !== 'message' || smalltalkOf(event.text) !== null) return;
  const picked = pickChoice(shownOf(run, place.node), event);
  const next = behind(place, picked?.id ?? 'other');
  // Up to a choice nothing but words comes about.
  const said = run.effects.splice(0);
  if (picked) return goOn(run, next);
  if (goAside(run, place, event)) return;
  if (next) return goOn(run, next);
  run.effects.push(...said);
}

/** Somebody else is waited for: no sentence leads away from it. */
const isHeld = ({ kind }: FlowOpen) => kind === 'call' || kind === 'person' || kind === 'search';

/** As they are shown: a button is no Markdown. What is empty is not there. */
const shownOf = (run: Run, { choices }: NodeOf<'message'>): Choice[] =>
  choices.map(({ id, label, text, image, url }) => {
    const said = plain(run, text);
    return {
      ...{ id, label: plain(run, label) || id },
      ...(said && { text: said }),
      ...(isHttpsAddress(image) && { image }),
      ...(isHttpsAddress(url) && { url }),
    };
  });

/** Into a section that the message asks for, from wherever this is; and back. */
function goAside(run: Run, { section, node }: Place, { text, choiceId }: Message): boolean {
  const wanted = choiceId === null ? hearSection(run.flow, text) : undefined;
  const target = startOf(wanted);
  const isWithin = (id: string) =>
    section.id === id || run.stack.some((one) => placeOf(run.flow, one.node)?.section.id === id);
  if (!wanted || !target || isWithin(wanted.id) || run.stack.length >= STACK_MAX) return false;
  run.stack.push({ node: node.id, open: run.state.open });
  goOn(run, target);
  return true;
}

function hearInStep(run: Run, place: Place, node: NodeOf<'step'>, { text, isKeyless }: Message): undefined {
  const { open } = run.state;
  const turns = open.kind === 'step' ? open.turns : 0;
  if (node.turnsMax !== null && turns >= node.turnsMax) return goOn(run, behind(place, 'tooLong'));
  const exit = isKeyless ? hearExit(node, text) : null;
  if (exit !== null) return goOn(run, behind(place, exit));
  askModel(run, node);
}

const askModel = (run: Run, { instructions, exits }: NodeOf<'step'>) =>
  run.effects.push({
    kind: 'askModel',
    instructions: plain(run, instructions),
    exits: exits.map(({ id, name, when }) => ({ id, name, when })),
  });

function hearInCollect(run: Run, place: Place, node: NodeOf<'collect'>, heard: Heard): undefined {
  const variable = run.flow.variables.find(({ name }) => name === node.variable);
  const tries = run.state.open.kind === 'collect' ? run.state.open.tries : 0;
  if (!variable) return goOn(run, behind(place, 'notGiven'));
  const corrected = hearCorrection(run.flow, run.vars, heard, variable.name);
  if (corrected) {
    run.vars[corrected.name] = corrected.value;
    return ask(run, place, node, tries);
  }
  const answer = hearAnswer(variable, heard);
  if (answer.kind === 'value') {
    run.vars[variable.name] = answer.value;
    return goOn(run, behind(place, 'done'));
  }
  if (answer.kind === 'question') return void run.effects.push({ kind: 'answer' });
  if (answer.kind === 'refused' || tries + 1 >= node.triesMax) return goOn(run, behind(place, 'notGiven'));
  ask(run, place, node, tries + 1);
}

function ask(run: Run, place: Place, node: NodeOf<'collect'>, tries: number): undefined {
  const variable = run.flow.variables.find(({ name }) => name === node.variable);
  say(run, node.question, variable ? choicesOf(variable) : []);
  rest(run, place, { kind: 'collect', tries });
}

/** The whole form, or the first field of what is left of it. */
function sayForm(run: Run, node: NodeOf<'form'>, left: readonly string[] | null): undefined {
  const { text, choices } = wordsOfForm(node, left, talkOf(run));
  say(run, text, choices);
}

function hearInForm(run: Run, place: Place, node: NodeOf<'form'>, heard: Message): undefined {
  const { open } = run.state;
  const { values, next } = hearForm(node, open.kind === 'form' ? open : { left: null, tries: 0 }, heard, talkOf(run));
  Object.assign(run.vars, values);
  if (next === 'answer') return void run.effects.push({ kind: 'answer' });
  if (typeof next === 'string') return goOn(run, behind(place, next));
  sayForm(run, node, next.left);
  rest(run, place, { kind: 'form', ...next });
}

const talkOf = (run: Run) => ({
  flow: run.flow,
  lang: run.event.lang,
  plain: (text: string) => plain(run, text),
});

/** While it is proposed: what is corrected is proposed anew, all else is answered beside it. */
function hearAtCall(run: Run, place: Place, heard: Heard): undefined {
  const corrected = hearCorrection(run.flow, run.vars, heard, null);
  if (!corrected) return void run.effects.push({ kind: 'answer' });
  run.vars[corrected.name] = corrected.value;
  goOn(run, place);
}

function sayAgain(run: Run, node: FlowNode, open: FlowOpen): undefined {
  if (open.kind === 'collect' && node.kind === 'collect') {
    const variable = run.flow.variables.find(({ name }) => name === node.variable);
    say(run, node.question, variable ? choicesOf(variable) : []);
  }
  if (open.kind === 'choices' && node.kind === 'message') say(run, node.text, shownOf(run, node));
  if (open.kind === 'form' && node.kind === 'form') sayForm(run, node, open.left);
}

function keepOutputs(run: Run, { outputs }: NodeOf<'function'>, given: Record<string, unknown>): undefined {
  for (const { name, variable: into } of outputs) {
    const variable = run.flow.variables.find((one) => one.name === into);
    const value = variable && keptAs(variable, Object.hasOwn(given, name) ? given[name] : undefined);
    if (value !== undefined) run.vars[into] = value;
    // What the call before it found is not what this one found.
    else delete run.vars[into];
  }
}

function behind({ section, node }: Place, port: string): Place | undefined {
  const next = nodeBehind(section, node.id, port);
  return next && { section, node: next };
}

/** From node to node, until one rests. */
function goOn(run: Run, from: Place | undefined): undefined {
  let place: Place | undefined = from;
  for (let count = 0; count < NODES_MAX; count += 1) {
    if (!place) return rest(run, undefined, { kind: 'end' });
    run.path.push({ sectionId: place.section.id, nodeId: place.node.id });
    const next = enter(run, place);
    if (next === 'rests') return;
    place = next;
  }
  run.effects.push({ kind: 'askPerson' });
  rest(run, place, { kind: 'person' });
}

/** What follows, or that it rests there. */
function enter(run: Run, place: Place): Place | undefined | 'rests' {
  const { node } = place;
  // Before the visitor has written nothing is looked up, and nobody is called.
  if (run.event.kind === 'begin' && (node.kind === 'function' || node.kind === 'knowledge' || node.kind === 'handoff'))
    return stay(run, place, { kind: 'pending' });
  switch (node.kind) {
    case 'start':
      return behind(place, 'next');
    case 'message':
      say(run, node.text, shownOf(run, node));
      return node.choices.length > 0 ? stay(run, place, { kind: 'choices' }) : behind(place, 'next');
    case 'step':
      // What was said on the way is the answer.
      if (run.event.kind === 'message' && !run.effects.some(({ kind }) => kind === 'say')) askModel(run, node);
      return stay(run, place, { kind: 'step', turns: 0 });
    case 'condition': {
      const row = node.rows.find(({ all }) => all.every((one) => holds(run.flow, one, run.vars)));
      return behind(place, row?.id ?? 'else');
    }
    case 'collect':
      ask(run, place, node, 0);
      return 'rests';
    case 'form':
      sayForm(run, node, null);
      return stay(run, place, { kind: 'form', left: null, tries: 0 });
    case 'set': {
      const variable = run.flow.variables.find(({ name }) => name === node.variable);
      const value = variable && keptAs(variable, operandValue(node.value, run.vars));
      if (value === undefined) delete run.vars[node.variable];
      else run.vars[node.variable] = value;
      return behind(place, 'next');
    }
    case 'function':
      return call(run, place, node);
    case 'knowledge':
      run.effects.push({ kind: 'search', question: plain(run, node.question) });
      return stay(run, place, { kind: 'search' });
    case 'handoff':
      say(run, node.text);
      run.effects.push({ kind: 'askPerson' });
      return stay(run, place, { kind: 'person' });
    case 'wait': {
      const until = run.event.at + node.minutes * 60_000;
      run.effects.push({ kind: 'timer', until });
      return stay(run, place, { kind: 'wait', until });
    }
    case 'jump':
      return jump(run, place, node);
    case 'end':
      return end(run, place, node);
  }
}

function stay(run: Run, place: Place, open: FlowOpen): 'rests' {
  rest(run, place, open);
  return 'rests';
}

function call(run: Run, place: Place, { functionId, inputs }: NodeOf<'function'>): Place | undefined | 'rests' {
  if (functionId === '') return behind(place, 'failed');
  const given = inputs.flatMap(({ name, from }) => {
    const value = operandValue(from, run.vars);
    return value === undefined ? [] : [[name, value] as const];
  });
  run.effects.push({ kind: 'call', functionId, given: Object.fromEntries(given) });
  return stay(run, place, { kind: 'call', callId: null });
}

function jump(run: Run, place: Place, { id, sectionId, returns }: NodeOf<'jump'>): Place | undefined {
  const target = startOf(run.flow.sections.find((one) => one.id === sectionId));
  if (!target) return behind(place, 'next');
  if (returns && run.stack.length >= STACK_MAX) run.stack.shift();
  if (returns) run.stack.push({ node: id, open: null });
  return target;
}

function end(run: Run, place: Place, { text, resolves }: NodeOf<'end'>): Place | undefined | 'rests' {
  say(run, text);
  if (resolves) run.effects.push({ kind: 'resolve' });
  const back = run.stack.pop();
  const to = back && placeOf(run.flow, back.node);
  if (!to) return stay(run, place, { kind: 'end' });
  if (back.open === null) return behind(to, 'next');
  sayAgain(run, to.node, back.open);
  return stay(run, to, back.open);
}
