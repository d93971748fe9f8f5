import type { FlowNode, FlowSection } from '@antiphon/contract/flow-parts';
import { portsOf } from '@antiphon/contract/flow-ports';

/** A line of the outline: a node where it stands first, or a mark that the way leads to one that stands elsewhere. */
export interface OutlineRow {
  key: string;
  node: FlowNode;
  depth: number;
  /** By which exit of the node above one comes here; null for the start, and for what nothing leads to. */
  by: { from: FlowNode; port: string } | null;
  isAgain: boolean;
}

/**
 * A section as a text is read: each node once, below what leads to it. A node that follows as the only one stands at the same depth, so
 * that a long way is no staircase. Nodes that nothing leads to come last.
 */
export function outlineOf(section: FlowSection): OutlineRow[] {
  const rows: OutlineRow[] = [];
  const seen = new Set<string>();
  const byId = new Map(section.nodes.map((node) => [node.id, node]));
  const walk = (node: FlowNode, depth: number, by: OutlineRow['by']) => {
    const isAgain = seen.has(node.id);
    rows.push({ key: by ? `${by.from.id} ${by.port}` : node.id, node, depth, by, isAgain });
    if (isAgain) return;
    seen.add(node.id);
    const ports = portsOf(node);
    for (const port of ports) {
      const edge = section.edges.find(({ from, port: its }) => from === node.id && its === port);
      const next = edge && byId.get(edge.to);
      if (next) walk(next, ports.length > 1 ? depth + 1 : depth, { from: node, port });
    }
  };
  const start = section.nodes.find(({ kind }) => kind === 'start');
  if (start) walk(start, 0, null);
  for (const node of section.nodes) if (!seen.has(node.id)) walk(node, 0, null);
  return rows;
}
