import type { FlowNode, FlowSection } from '@antiphon/contract/flow-parts';
import { portsOf } from '@antiphon/contract/flow-ports';

export type Position = { x: number; y: number };
export type Positions = Record<string, Position>;

export const NODE_WIDTH = 248;
const HEAD_HEIGHT = 62;
const PORT_HEIGHT = 26;

export const heightOf = (node: FlowNode): number => {
  const ports = portsOf(node).length;
  return HEAD_HEIGHT + (ports > 1 ? ports * PORT_HEIGHT + 8 : 0);
};

/** Whether nothing of a section stands anywhere yet. */
export const isUnplaced = ({ nodes }: FlowSection, known: Positions): boolean =>
  nodes.every(({ id }) => known[id] === undefined);

/** What stands somewhere stays there; a new node stands right of what leads to it, below what is there already. */
export function placeNodes(section: FlowSection, known: Positions): Positions {
  const missing = section.nodes.filter(({ id }) => known[id] === undefined);
  if (missing.length === 0) return known;
  const placed: Positions = { ...known };
  for (const node of missing) placed[node.id] = freeBeside(section, placed, node);
  return placed;
}

function freeBeside(section: FlowSection, placed: Positions, node: FlowNode): Position {
  const leading = section.edges.find(({ from, to }) => to === node.id && placed[from] !== undefined);
  const others = section.nodes.flatMap((one) => (placed[one.id] ? [{ node: one, at: placed[one.id]! }] : []));
  const from = leading && placed[leading.from];
  const x = from ? from.x + NODE_WIDTH + 72 : Math.min(...others.map(({ at }) => at.x));
  let y = from ? from.y : Math.max(...others.map(({ node: one, at }) => at.y + heightOf(one))) + 28;
  for (let moved = true; moved; ) {
    moved = false;
    for (const { node: one, at } of others) {
      const isOver = Math.abs(at.x - x) < NODE_WIDTH && y < at.y + heightOf(one) + 12 && at.y < y + heightOf(node) + 12;
      if (!isOver) continue;
      y = at.y + heightOf(one) + 28;
      moved = true;
    }
  }
  return { x, y };
}
