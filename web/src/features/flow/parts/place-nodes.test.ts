import type { FlowSection } from '@antiphon/contract/flow-parts';
import { describe, expect, it } from 'vitest';
import { arrange } from './arrange-nodes.ts';
import { addNode } from './flow-edits.ts';
import { PLAIN_FLOW } from './new-parts.ts';
import { ADDED_KINDS } from './node-kinds.ts';
import { heightOf, NODE_WIDTH, type Positions, placeNodes } from './place-nodes.ts';

const first = PLAIN_FLOW.sections[0]!.id;

/** Sixty nodes, each behind one before it. */
function full(): FlowSection {
  let flow = PLAIN_FLOW;
  let last = 'main';
  while (flow.sections[0]!.nodes.length < 60) {
    const kind = ADDED_KINDS[flow.sections[0]!.nodes.length % ADDED_KINDS.length]!;
    const added = addNode(flow, first, kind);
    flow = added.flow;
    const [section] = flow.sections as [FlowSection];
    section.edges.push({ from: last, port: `p${section.edges.length}`, to: added.node.id });
    if (section.edges.length % 5 === 0) last = added.node.id;
  }
  return flow.sections[0]!;
}

function overlaps({ nodes }: FlowSection, places: Positions): string[] {
  const boxes = nodes.map((node) => ({ id: node.id, ...places[node.id]!, height: heightOf(node) }));
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter(
        (other) =>
          Math.abs(one.x - other.x) < NODE_WIDTH && one.y < other.y + other.height && other.y < one.y + one.height,
      )
      .map((other) => `${one.id} ${other.id}`),
  );
}

describe('where nodes stand', () => {
  const section = full();

  it('is apart from each other, also for all that a section may have', () => {
    const arranged = arrange(section);
    expect(Object.keys(arranged)).toHaveLength(60);
    expect(overlaps(section, arranged)).toEqual([]);
  });

  it('stays where somebody put it; what is new stands free, right of what leads to it', () => {
    const known = arrange(section);
    const [, , third] = section.nodes;
    const { [third!.id]: _gone, ...others } = known;
    const placed = placeNodes(section, others);
    expect(placed).toMatchObject(others);
    expect(overlaps(section, placed)).toEqual([]);
    const from = section.edges.find(({ to }) => to === third!.id)!.from;
    expect(placed[third!.id]!.x).toBeGreaterThan(placed[from]!.x);
  });

  it('changes nothing of the flow', () => {
    const before = JSON.stringify(section);
    placeNodes(section, arrange(section));
    expect(JSON.stringify(section)).toBe(before);
  });
});
