import { findFlowFaults } from '@antiphon/contract/flow-check';
import { readFlowFault } from '@antiphon/contract/flow-faults';
import { Flow, type FlowNodeKind } from '@antiphon/contract/flow-parts';
import { portsOf } from '@antiphon/contract/flow-ports';
import { describe, expect, it } from 'vitest';
import { outlineOf } from '../../flow-words/outline.ts';
import { copyNodes, pasteNodes, readCopied } from './copied-nodes.ts';
import { addNode, addSection, changeNode, connect, removeNodes, removeSection } from './flow-edits.ts';
import { newNode, PLAIN_FLOW } from './new-parts.ts';
import { ADDED_KINDS } from './node-kinds.ts';
import { renameVariable } from './variable-edits.ts';

const PLAIN = { text: '', image: '', url: '' };
const first = PLAIN_FLOW.sections[0]!.id;
const edgesOf = (flow: Flow) => flow.sections[0]!.edges.map(({ from, port, to }) => `${from} ${port} ${to}`);
const put = (flow: Flow, kind: FlowNodeKind, from: string, port = 'next') => addNode(flow, first, kind, { from, port });

describe('a flow that is edited', () => {
  it('takes a new node into a line, which goes on by its first exit', () => {
    const { flow, node } = put(PLAIN_FLOW, 'collect', 'start');
    expect(edgesOf(flow)).toEqual([`start next ${node.id}`, `${node.id} done main`]);
    expect(edgesOf(PLAIN_FLOW)).toEqual(['start next main']);
  });

  it('closes the line over a node that is removed, where one way alone led out of it', () => {
    const { flow, node } = put(PLAIN_FLOW, 'collect', 'start');
    expect(edgesOf(removeNodes(flow, first, [node.id]))).toEqual(['start next main']);
    const forked = connect(flow, first, { from: node.id, port: 'notGiven' }, 'start');
    expect(edgesOf(removeNodes(forked, first, [node.id]))).toEqual([]);
  });

  it('keeps its start, whatever is removed', () => {
    const left = removeNodes(PLAIN_FLOW, first, ['start', 'main']);
    expect(left.sections[0]!.nodes.map(({ kind }) => kind)).toEqual(['start']);
  });

  it('leads an exit to one node at a time', () => {
    const { flow, node } = addNode(PLAIN_FLOW, first, 'end');
    expect(edgesOf(connect(flow, first, { from: 'start', port: 'next' }, node.id))).toEqual([`start next ${node.id}`]);
    expect(edgesOf(connect(flow, first, { from: 'start', port: 'next' }, null))).toEqual([]);
  });

  it('loses the lines of exits that are there no more', () => {
    const { flow, node } = put(PLAIN_FLOW, 'message', 'start');
    if (node.kind !== 'message') throw new Error(node.kind);
    const withButton = changeNode(flow, first, { ...node, choices: [{ id: 'book', label: 'Book', ...PLAIN }] });
    expect(edgesOf(withButton)).toEqual([`start next ${node.id}`]);
    const wired = connect(withButton, first, { from: node.id, port: 'book' }, 'main');
    expect(edgesOf(changeNode(wired, first, node))).toEqual([`start next ${node.id}`]);
  });

  it('has jumps that say that their section is gone', () => {
    const added = addSection(PLAIN_FLOW, 'Other');
    const { flow, node } = put(added.flow, 'jump', 'start');
    if (node.kind !== 'jump') throw new Error(node.kind);
    const jumping = changeNode(flow, first, { ...node, sectionId: added.section.id });
    const left = removeSection(jumping, added.section.id);
    expect(left.sections).toHaveLength(1);
    expect(findFlowFaults(left, []).map(({ message }) => readFlowFault(message)?.key)).toContain('sectionMissing');
  });
});

describe('nodes that are copied', () => {
  const { flow, node } = put(PLAIN_FLOW, 'message', 'start');
  if (node.kind !== 'message') throw new Error(node.kind);
  const withButton = connect(
    changeNode(flow, first, { ...node, text: 'Hi', choices: [{ id: 'book1', label: 'Book', ...PLAIN }] }),
    first,
    { from: node.id, port: 'book1' },
    'main',
  );

  it('come back with new ids in all their parts, with the lines between them', () => {
    const copied = copyNodes(withButton, first, ['start', node.id, 'main'])!;
    expect(copied.nodes.map(({ kind }) => kind).toSorted()).toEqual(['message', 'step']);
    const { flow: pasted, nodes } = pasteNodes(withButton, first, readCopied(JSON.stringify(copied))!);
    const ids = pasted.sections[0]!.nodes.map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    const message = nodes.find(({ kind }) => kind === 'message')!;
    const step = nodes.find(({ kind }) => kind === 'step')!;
    const [button] = portsOf(message);
    expect(button).not.toBe('book1');
    expect(edgesOf(pasted)).toContain(`${message.id} ${button} ${step.id}`);
    // There is one main step.
    expect(step).toMatchObject({ isMain: false });
  });

  it.each(['', 'Hello', '{"nodes":[]}', '{"copiedFlow":1,"nodes":[{"id":"x","kind":"gone"}],"edges":[]}', '{'])(
    'are not read from %j',
    (text) => expect(readCopied(text)).toBeNull(),
  );
});

it('renames a variable in all places where one can stand', () => {
  const base = Flow.parse({
    ...PLAIN_FLOW,
    variables: [
      { name: 'city', kind: 'text' },
      { name: 'citys', kind: 'text' },
    ],
  });
  const nodes = ADDED_KINDS.map((kind) => {
    const text = JSON.stringify(newNode(kind))
      .replaceAll(/"(text|question|instructions)":""/g, '"$1":"In {city} and {citys}"')
      .replaceAll('"variable":""', '"variable":"city"')
      .replace('"value":{"value":""}', '"value":{"variable":"city"}')
      .replace('"choices":[]', '"choices":[{"id":"abcd","label":"{city}","text":"{city}"}]')
      .replace('"fields":[]', '"fields":[{"id":"abcd","label":"{city}","variable":"city"}]')
      .replace('"button":""', '"button":"{city}"')
      .replace(
        '"rows":[]',
        '"rows":[{"id":"rows","all":[{"variable":"city","comparison":"is","operand":{"variable":"city"}}]}]',
      )
      .replace('"inputs":[]', '"inputs":[{"name":"city","from":{"variable":"city"}}]')
      .replace('"outputs":[]', '"outputs":[{"name":"city","variable":"city"}]');
    return JSON.parse(text);
  });
  const flow = Flow.parse({ ...base, sections: [{ ...base.sections[0]!, nodes }] });
  const places = (name: string) => JSON.stringify(flow).split(name).length - 1;
  expect(places('{city}')).toBe(11);
  const renamed = JSON.stringify(renameVariable(flow, 'city', 'town'));
  expect(renamed).not.toMatch(/\{city\}|"variable":"city"/);
  expect(renamed.split('{citys}').length - 1).toBe(7);
  // What a function calls it is the function's own.
  expect(renamed).toContain('"inputs":[{"name":"city","from":{"variable":"town"}}]');
});

it('reads as an outline with each node once, what nothing leads to last, and rounds told', () => {
  const one = put(PLAIN_FLOW, 'collect', 'start');
  const round = connect(one.flow, first, { from: one.node.id, port: 'notGiven' }, one.node.id);
  const { flow, node } = addNode(round, first, 'end');
  expect(
    outlineOf(flow.sections[0]!).map((row) => [row.node.id, row.depth, row.by?.port ?? null, row.isAgain]),
  ).toEqual([
    ['start', 0, null, false],
    [one.node.id, 0, 'next', false],
    ['main', 1, 'done', false],
    [one.node.id, 1, 'notGiven', true],
    [node.id, 0, null, false],
  ]);
});
