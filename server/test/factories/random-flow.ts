import { Flow, type FlowNode, type FlowVariable } from '@antiphon/contract/flow-parts';
import { portsOf } from '@antiphon/contract/flow-ports';
import { newFunctionCallId } from '@antiphon/contract/ids';
import type { FlowEvent } from '../../src/domain/flows/step-flow.rules.ts';

/** Of one seed always the same. */
export function makeChance(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  return { below, oneOf: <One>(all: readonly One[]): One => all[below(all.length)] as One };
}
type Chance = ReturnType<typeof makeChance>;

const VARIABLES = [
  { name: 'people', kind: 'number' },
  { name: 'day', kind: 'date' },
  { name: 'city', kind: 'text' },
  { name: 'is_new', kind: 'boolean' },
  { name: 'email', kind: 'email' },
  { name: 'table', kind: 'choice', choices: ['inside', 'outside'] },
] as const;
const VALUES: Record<string, string | number | boolean> = {
  ...{ people: 4, day: '2026-12-03', city: '[x](https://evil.test)', is_new: true },
  ...{ email: 'ada@example.com', table: 'inside' },
};

/** What random flows may call. */
export const RANDOM_FUNCTION = {
  functionId: 'fnc_random',
  inputs: [{ name: 'people', kind: 'number' as const, isRequired: true, source: 'model' as const }],
  outputs: [{ name: 'number', kind: 'text' as const }],
};

const EXAMPLES = ['I want a refund', 'Give me my money back', 'How do I get a refund?'];
const KINDS: FlowNode['kind'][] = [
  ...(['message', 'message', 'step', 'condition', 'collect', 'form', 'function', 'knowledge', 'set'] as const),
  ...(['handoff', 'wait', 'jump', 'end'] as const),
];

/** One in which nothing is wrong: from where nothing waits, lines lead on alone. */
export function randomFlow(chance: Chance): Flow {
  const count = 1 + chance.below(3);
  const sections = Array.from({ length: count }, (_, at) => randomSection(chance, at, count));
  return Flow.parse({ schema: 1, variables: VARIABLES, sections });
}

function randomSection(chance: Chance, at: number, count: number) {
  const name = (index: number) => `s${at}n${String(index).padStart(2, '0')}`;
  const size = 2 + chance.below(14);
  const nodes = Array.from({ length: size }, (_, index) => {
    if (index === 0) return { id: name(0), kind: 'start' };
    if (index === size - 1)
      return { id: name(index), kind: 'end', text: 'Bye {city}', resolves: chance.below(2) === 0 };
    return randomNode(chance, { id: name(index), at, count });
  });
  const waits = (node: { kind: string; choices?: unknown[] }) =>
    ['step', 'collect', 'form', 'wait', 'handoff'].includes(node.kind) ||
    (node.kind === 'message' && !!node.choices?.length);
  const edges = nodes.flatMap((node, index) =>
    portsOf(Flow.shape.sections.element.shape.nodes.element.parse(node)).map((port) => {
      const target = waits(node) ? 1 + chance.below(size - 1) : index + 1 + chance.below(size - 1 - index);
      return { from: node.id, port, to: name(Math.min(target, size - 1)) };
    }),
  );
  const reached = new Set([name(0)]);
  for (let before = 0; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
  }
  return {
    ...{ id: `sect${at}`, name: `Section ${at}`, examples: at > 0 && chance.below(2) === 0 ? EXAMPLES : [] },
    nodes: nodes.filter(({ id }) => reached.has(id)),
    edges: edges.filter(({ from }) => reached.has(from)),
  };
}

function randomNode(chance: Chance, { id, at, count }: { id: string; at: number; count: number }) {
  const kind = chance.oneOf(KINDS);
  const variable = chance.oneOf(VARIABLES) as FlowVariable;
  const value = { value: VALUES[variable.name] };
  switch (kind) {
    case 'message':
      return {
        ...{ id, kind, text: 'Hello {city}, {people} people' },
        choices: Array.from({ length: chance.below(3) }, (_, index) => ({
          id: `${id}c${index}`,
          label: `Way ${index}`,
          ...(chance.below(3) === 0 && { text: 'In {city}', url: 'https://shop.example.com/a' }),
        })),
      };
    case 'step':
      return {
        ...{ id, kind, instructions: 'About {city}', turnsMax: chance.oneOf([null, 1, 2]) },
        exits:
          chance.below(2) === 0 ? [] : [{ id: `${id}x0`, name: 'Out', when: 'They want out.', examples: EXAMPLES }],
      };
    case 'condition': {
      const comparison = chance.oneOf(['is', 'is_not', 'given', 'not_given'] as const);
      return { id, kind, rows: [{ id: `${id}r0`, all: [{ variable: variable.name, comparison, operand: value }] }] };
    }
    case 'collect':
      return { id, kind, variable: variable.name, question: 'What is it, {city}?', triesMax: 1 + chance.below(3) };
    case 'form': {
      const asked = VARIABLES.filter(() => chance.below(2) === 0);
      return {
        ...{ id, kind, text: 'About you, {city}', triesMax: 1 + chance.below(3) },
        fields: (asked.length > 0 ? asked : VARIABLES.slice(0, 1)).map(({ name }, index) => ({
          ...{ id: `${id}f${index}`, variable: name, label: `Your ${name}`, isRequired: chance.below(3) > 0 },
        })),
      };
    }
    case 'function':
      return {
        ...{ id, kind, functionId: RANDOM_FUNCTION.functionId },
        inputs: [{ name: 'people', from: chance.oneOf([{ variable: 'people' }, { value: 2 }]) }],
        outputs: [{ name: 'number', variable: 'city' }],
      };
    case 'set':
      return { id, kind, variable: variable.name, value };
    case 'wait':
      return { id, kind, minutes: 1 + chance.below(60) };
    case 'jump':
      // On alone, so that no way round is without a rest.
      return at + 1 < count
        ? { id, kind, sectionId: `sect${at + 1}`, returns: chance.below(2) === 0 }
        : { id, kind: 'handoff' as const, text: 'One moment' };
    case 'knowledge':
      return { id, kind, question: chance.oneOf(['', 'What about {city}?']) };
    default:
      return { id, kind: kind === 'start' ? 'end' : kind, text: 'Done, {city}' };
  }
}

const WORDS = [
  ...[
    'Your people: 4\nYour email: ada@example.com',
    'your city: https://evil.test',
    'Your day: soon\nYour table: inside',
  ],
  ...['4', 'no, 5 people', 'yes', 'no', 'outside', '2', 'Way 1', 'hm', 'What do you sell?', '3 December 2099'],
  ...['ada@example.com', 'I want a refund', '[click](javascript:1) {people} {day}', '', '\u0000', '🙂'.repeat(200)],
];

/** Anything that can happen, whether or not it fits to where the conversation is. `nodes`: of the flow, to press what is there. */
export function randomEvent(chance: Chance, flow: Flow, at: number): FlowEvent {
  const when = { at, lang: chance.oneOf(['en', 'de', 'ar']) };
  const nodes = flow.sections.flatMap((section) => section.nodes);
  const ids = nodes.flatMap((node): string[] =>
    (node.kind === 'message' ? node.choices : node.kind === 'step' ? node.exits : []).map((one) => one.id),
  );
  const id = ids.length === 0 ? 'none' : chance.oneOf(ids);
  const isYes = chance.below(2) === 0;
  switch (chance.below(14)) {
    case 0:
      return { ...when, kind: 'begin' };
    case 1:
      return { ...when, kind: 'modelExit', exit: isYes ? id : null };
    case 2:
      return { ...when, kind: 'answered' };
    case 3:
      return { ...when, kind: 'searched', isFound: isYes };
    case 4:
      return { ...when, kind: 'called', callId: newFunctionCallId() };
    case 5:
    case 6: {
      const result = chance.oneOf(['ok', 'failed', 'declined'] as const);
      return { ...when, kind: 'callEnded', result, outputs: { number: chance.oneOf(['B-1', 7, null, ['a', 'b']]) } };
    }
    case 7:
      return { ...when, kind: 'personAsked', isThere: isYes };
    case 8:
      return { ...when, kind: 'handoffReturned', hadPerson: isYes };
    case 9:
      return { ...when, kind: 'timer' };
    default:
      return {
        ...{ ...when, kind: 'message', text: chance.oneOf(WORDS) },
        ...{ choiceId: chance.below(3) === 0 ? id : null, isKeyless: isYes },
      };
  }
}
