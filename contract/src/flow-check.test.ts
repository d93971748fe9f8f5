import { describe, expect, it } from 'vitest';
import { type FlowFunction, findFlowFaults } from './flow-check.ts';
import { type FlowFaultName, readFlowFault } from './flow-faults.ts';
import { Flow, type FlowNode, type NodeOf } from './flow-parts.ts';

const booking: FlowFunction = {
  functionId: 'fnc_booking',
  inputs: [
    { name: 'people', kind: 'integer', isRequired: true, source: 'model' },
    { name: 'email', kind: 'email', isRequired: false, source: 'said' },
    { name: 'house', kind: 'text', isRequired: true, source: 'fixed' },
  ],
  outputs: [{ name: 'number', kind: 'text' }],
};

const input = {
  schema: 1,
  variables: [
    { name: 'people', kind: 'number' },
    { name: 'day', kind: 'date' },
    { name: 'number', kind: 'text' },
    { name: 'table', kind: 'choice', choices: ['inside', 'outside'] },
  ],
  sections: [
    {
      id: 'main',
      name: 'Main',
      nodes: [
        { id: 'start', kind: 'start' },
        { id: 'menu', kind: 'message', text: 'What for?', choices: [{ id: 'book', label: 'Book' }] },
        {
          id: 'talk',
          kind: 'step',
          isMain: true,
          turnsMax: 5,
          exits: [{ id: 'wish', name: 'Wish', when: 'They book.' }],
        },
        { id: 'many', kind: 'collect', variable: 'people', question: 'How many?' },
        {
          id: 'large',
          kind: 'condition',
          rows: [{ id: 'row1', all: [{ variable: 'people', comparison: 'more', operand: { value: 8 } }] }],
        },
        {
          id: 'call',
          kind: 'function',
          functionId: 'fnc_booking',
          inputs: [{ name: 'people', from: { variable: 'people' } }],
          outputs: [{ name: 'number', variable: 'number' }],
        },
        { id: 'thanks', kind: 'end', text: 'Your number is {number}.' },
        { id: 'person', kind: 'handoff', text: '' },
        { id: 'later', kind: 'jump', sectionId: 'other', returns: true },
      ],
      edges: [
        { from: 'start', port: 'next', to: 'menu' },
        { from: 'menu', port: 'book', to: 'many' },
        { from: 'menu', port: 'other', to: 'talk' },
        { from: 'talk', port: 'wish', to: 'many' },
        { from: 'talk', port: 'tooLong', to: 'person' },
        { from: 'many', port: 'done', to: 'large' },
        { from: 'many', port: 'notGiven', to: 'person' },
        { from: 'large', port: 'row1', to: 'later' },
        { from: 'large', port: 'else', to: 'call' },
        { from: 'later', port: 'next', to: 'call' },
        { from: 'call', port: 'ok', to: 'thanks' },
        { from: 'call', port: 'failed', to: 'person' },
        { from: 'call', port: 'declined', to: 'talk' },
        { from: 'person', port: 'taken', to: 'talk' },
        { from: 'person', port: 'nobody', to: 'talk' },
      ],
    },
    {
      id: 'other',
      name: 'Large parties',
      nodes: [
        { id: 'begin', kind: 'start' },
        { id: 'choose', kind: 'set', variable: 'table', value: { value: 'inside' } },
        { id: 'done', kind: 'end' },
      ],
      edges: [
        { from: 'begin', port: 'next', to: 'choose' },
        { from: 'choose', port: 'next', to: 'done' },
      ],
    },
  ],
} as const;

const whole = () => Flow.parse(input);

type Change = (flow: Flow) => void;
const node = <Kind extends FlowNode['kind']>(flow: Flow, id: string, _kind: Kind) =>
  flow.sections.flatMap(({ nodes }) => nodes).find((one) => one.id === id) as NodeOf<Kind>;
const condition = (flow: Flow) => node(flow, 'large', 'condition').rows[0]!.all[0]!;

const CHANGES: [FlowFaultName, Change][] = [
  [
    'nameMissing',
    (flow) => {
      node(flow, 'menu', 'message').choices[0]!.label = '';
    },
  ],
  [
    'nameMissing',
    (flow) => {
      flow.sections[1]!.name = '';
    },
  ],
  ['variableTaken', (flow) => void flow.variables.push({ name: 'day', kind: 'text', choices: [] })],
  [
    'choicesMissing',
    (flow) => {
      flow.variables[3]!.choices = [];
    },
  ],
  ['mainTwice', (flow) => void flow.sections[0]!.nodes.push({ ...node(flow, 'talk', 'step'), id: 'talk2' })],
  [
    'idTaken',
    (flow) => void flow.sections[1]!.nodes.push({ id: 'talk', kind: 'end', name: '', text: '', resolves: false }),
  ],
  ['startMissing', (flow) => void flow.sections[1]!.nodes.shift()],
  ['edgeLoose', (flow) => void flow.sections[0]!.edges.push({ from: 'menu', port: 'gone', to: 'talk' })],
  ['portTwice', (flow) => void flow.sections[0]!.edges.push({ from: 'menu', port: 'book', to: 'talk' })],
  [
    'intoStart',
    (flow) => {
      flow.sections[0]!.edges[1]!.to = 'start';
    },
  ],
  ['unwired', (flow) => void flow.sections[0]!.edges.splice(1, 1)],
  ['unreachable', (flow) => void flow.sections[0]!.edges.splice(0, 1)],
  [
    'textMissing',
    (flow) => {
      node(flow, 'menu', 'message').text = ' ';
    },
  ],
  [
    'questionMissing',
    (flow) => {
      node(flow, 'many', 'collect').question = '';
    },
  ],
  [
    'variableMissing',
    (flow) => {
      node(flow, 'many', 'collect').variable = '';
    },
  ],
  [
    'undeclared',
    (flow) => {
      node(flow, 'thanks', 'end').text = 'For {name}.';
    },
  ],
  [
    'undeclared',
    (flow) => {
      node(flow, 'many', 'collect').variable = 'gone';
    },
  ],
  [
    'rowsMissing',
    (flow) => {
      node(flow, 'large', 'condition').rows[0]!.all = [];
    },
  ],
  [
    'operandMissing',
    (flow) => {
      condition(flow).operand = null;
    },
  ],
  [
    'comparison',
    (flow) => {
      condition(flow).comparison = 'contains';
    },
  ],
  [
    'differentKinds',
    (flow) => {
      condition(flow).operand = { value: '8' };
    },
  ],
  [
    'differentKinds',
    (flow) => {
      condition(flow).operand = { variable: 'day' };
    },
  ],
  [
    'setKind',
    (flow) => {
      node(flow, 'choose', 'set').value = { value: 'on the roof' };
    },
  ],
  [
    'setKind',
    (flow) => {
      node(flow, 'call', 'function').outputs[0]!.variable = 'people';
    },
  ],
  [
    'exitHow',
    (flow) => {
      node(flow, 'talk', 'step').exits[0]!.when = '';
    },
  ],
  [
    'examplesFew',
    (flow) => {
      node(flow, 'talk', 'step').exits[0]!.examples = ['book'];
    },
  ],
  [
    'functionMissing',
    (flow) => {
      node(flow, 'call', 'function').functionId = '';
    },
  ],
  ['functionGone', (flow) => void Object.assign(node(flow, 'call', 'function'), { functionId: 'fnc_other' })],
  [
    'inputUnknown',
    (flow) => {
      node(flow, 'call', 'function').inputs[0]!.name = 'persons';
    },
  ],
  [
    'inputMissing',
    (flow) => {
      node(flow, 'call', 'function').inputs = [];
    },
  ],
  [
    'inputKind',
    (flow) => {
      node(flow, 'call', 'function').inputs[0]!.from = { variable: 'day' };
    },
  ],
  [
    'outputUnknown',
    (flow) => {
      node(flow, 'call', 'function').outputs[0]!.name = 'code';
    },
  ],
  [
    'sectionMissing',
    (flow) => {
      node(flow, 'later', 'jump').sectionId = '';
    },
  ],
  // Behind a section that never rests the way leads back.
  [
    'loop',
    (flow) => {
      flow.sections[0]!.edges[9]!.to = 'large';
    },
  ],
];

describe('what is wrong with a flow', () => {
  it('is nothing where it is whole', () => {
    expect(findFlowFaults(whole(), [booking])).toEqual([]);
  });

  it.each(CHANGES)('%s is told, at its place', (wanted, change) => {
    const flow = whole();
    change(flow);
    const faults = findFlowFaults(flow, [booking]);
    expect(faults.map(({ message }) => readFlowFault(message)?.key)).toContain(wanted);
  });

  it('finds no loop where the section behind a jump rests, and one where it calls itself', () => {
    const flow = whole();
    flow.sections[0]!.edges[9]!.to = 'large';
    flow.sections[1]!.nodes.push(Flow.parse(input).sections[0]!.nodes[3]!);
    flow.sections[1]!.edges[1]!.to = 'many';
    const isLoop = () => findFlowFaults(flow, [booking]).some(({ message }) => readFlowFault(message)?.key === 'loop');
    expect(isLoop()).toBe(false);
    flow.sections[1]!.nodes.push({ id: 'again', kind: 'jump', name: '', sectionId: 'other', returns: true });
    flow.sections[1]!.edges[1]!.to = 'again';
    expect(isLoop()).toBe(true);
  });

  it('counts the nodes of all sections together', () => {
    const flow = whole();
    const full = (index: number) => ({
      id: `full${index}`,
      name: 'Full',
      examples: [],
      edges: [],
      nodes: Array.from(
        { length: 60 },
        (_, at) => ({ id: `full${index}n${at}`, kind: 'end', name: '', text: '', resolves: false }) as const,
      ),
    });
    flow.sections.push(...Array.from({ length: 4 }, (_, index) => full(index)));
    const tooMany = () =>
      findFlowFaults(flow, [booking]).filter(({ message }) => readFlowFault(message)?.key === 'tooMany');
    expect(tooMany()).toEqual([]);
    flow.sections.push(full(4));
    expect(tooMany()).toHaveLength(1);
  });
});
