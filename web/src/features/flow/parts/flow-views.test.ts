import { findFlowFaults } from '@antiphon/contract/flow-check';
import type { Flow, FlowNode } from '@antiphon/contract/flow-parts';
import { portsOf } from '@antiphon/contract/flow-ports';
import { i18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { excerptOf, titleOf } from '../../flow-words/node-words.ts';
import { outlineOf } from '../../flow-words/outline.ts';
import { arrange } from './arrange-nodes.ts';
import { addNode, addSection, changeNode, connect } from './flow-edits.ts';
import { PLAIN_FLOW } from './new-parts.ts';
import { ADDED_KINDS } from './node-kinds.ts';
import { type Positions, placeNodes } from './place-nodes.ts';

i18n.loadAndActivate({ locale: 'en', messages: {} });

const DOCUMENTS = 1_000;
const SWITCHES = 20;
const MAIN = 'first';

/** Drawn by chance, the same for the same seed: two sections, lines that cross and come back, nodes that nothing leads to. */
function drawFlow(seed: number): Flow {
  let state = seed;
  const below = (most: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % most;
  };
  const second = addSection(PLAIN_FLOW, 'Refunds');
  let { flow } = second;
  for (const sectionId of [MAIN, second.section.id])
    for (let nodes = below(12); nodes > 0; nodes -= 1) {
      const known = flow.sections.find(({ id }) => id === sectionId)!.nodes;
      const before = known[below(known.length)]!;
      const [port] = portsOf(before);
      const exit = port && below(4) > 0 ? { from: before.id, port } : undefined;
      const added = addNode(flow, sectionId, ADDED_KINDS[below(ADDED_KINDS.length)]!, exit);
      const named: FlowNode = { ...added.node, name: `Node ${nodes}` };
      flow = changeNode(added.flow, sectionId, named);
      const back = portsOf(named).at(-1);
      if (back && below(3) === 0) flow = connect(flow, sectionId, { from: named.id, port: back }, before.id);
    }
  return flow;
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

// Planted: the outline puts the nodes into its own order (`section.nodes.reverse()`) -> caught here.
it(`${DOCUMENTS} documents are the same JSON after ${SWITCHES} switches between canvas and outline`, () => {
  for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
    const flow = frozen(drawFlow(seed));
    const shown = frozen({ flow, greeting: 'Hello.', systemPrompt: `Be kind ${seed} times.`, functions: [] });
    const before = JSON.stringify(shown);
    findFlowFaults(flow, []);
    let known: Positions = {};
    for (let at = 0; at < SWITCHES; at += 1) {
      for (const section of flow.sections) {
        const isCanvas = at % 2 === 0;
        if (isCanvas) known = { ...known, ...placeNodes(section, at === 0 ? arrange(section) : known) };
        const rows = outlineOf(section).filter(({ isAgain }) => !isAgain);
        const nodes = isCanvas ? section.nodes : rows.map(({ node }) => node);
        for (const node of nodes) if (!`${titleOf(node)} ${excerptOf(node, shown)}`.trim()) throw new Error(node.id);
        expect(new Set(nodes).size).toBe(section.nodes.length);
      }
    }
    expect(JSON.stringify(shown)).toBe(before);
  }
});
