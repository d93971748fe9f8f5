import type { FlowSection } from '@antiphon/contract/flow-parts';
import { Graph, layout } from '@dagrejs/dagre';
import { heightOf, NODE_WIDTH, type Position, type Positions } from './place-nodes.ts';

/** Where all nodes of a section stand when they are put in order: from left to right, as they follow one another. */
export function arrange({ nodes, edges }: Pick<FlowSection, 'nodes' | 'edges'>): Positions {
  const graph = new Graph({ multigraph: true }).setGraph({
    rankdir: 'LR',
    nodesep: 28,
    ranksep: 72,
    marginx: 24,
    marginy: 24,
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.id, { width: NODE_WIDTH, height: heightOf(node) });
  for (const { from, port, to } of edges)
    if (graph.hasNode(from) && graph.hasNode(to)) graph.setEdge(from, to, {}, port);
  layout(graph);
  return Object.fromEntries(
    nodes.map((node) => {
      const { x, y } = graph.node(node.id) as Position;
      return [node.id, { x: Math.round(x - NODE_WIDTH / 2), y: Math.round(y - heightOf(node) / 2) }];
    }),
  );
}
