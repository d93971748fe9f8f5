import type { Flow, FlowEdge, FlowNode, FlowNodeKind, FlowSection } from '@antiphon/contract/flow-parts';
import { portsOf } from '@antiphon/contract/flow-ports';
import { newNode, newSection } from './new-parts.ts';

/** Where a line begins. */
export type Exit = { from: string; port: string };

export const changeSection = (flow: Flow, id: string, change: (section: FlowSection) => FlowSection): Flow => ({
  ...flow,
  sections: flow.sections.map((section) => (section.id === id ? change(section) : section)),
});

/**
 * A new node of a section. Behind an exit it takes the place of what followed there, which then follows it by the first of its own
 * exits: so a node is put into a line.
 */
export function addNode(
  flow: Flow,
  sectionId: string,
  kind: FlowNodeKind,
  behind?: Exit,
): { flow: Flow; node: FlowNode } {
  const node = newNode(kind);
  const changed = changeSection(flow, sectionId, (section) => {
    const nodes = [...section.nodes, node];
    if (!behind) return { ...section, nodes };
    const old = section.edges.find(({ from, port }) => from === behind.from && port === behind.port);
    const [first] = portsOf(node);
    const edges = [...section.edges.filter((edge) => edge !== old), { ...behind, to: node.id }];
    return { ...section, nodes, edges: old && first ? [...edges, { from: node.id, port: first, to: old.to }] : edges };
  });
  return { flow: changed, node };
}

/** Leads an exit to a node, or with null to nothing. */
export const connect = (flow: Flow, sectionId: string, { from, port }: Exit, to: string | null): Flow =>
  changeSection(flow, sectionId, (section) => ({
    ...section,
    edges: [
      ...section.edges.filter((edge) => edge.from !== from || edge.port !== port),
      ...(to === null ? [] : [{ from, port, to }]),
    ],
  }));

/** Lines that leave by an exit that is there no more go with it. */
export const changeNode = (flow: Flow, sectionId: string, node: FlowNode): Flow =>
  changeSection(flow, sectionId, (section) => ({
    ...section,
    nodes: section.nodes.map((one) => (one.id === node.id ? node : one)),
    edges: section.edges.filter((edge) => edge.from !== node.id || portsOf(node).includes(edge.port)),
  }));

/** The start stays. Where one line alone left a node, those that led to it now lead to where it led. */
export function removeNodes(flow: Flow, sectionId: string, ids: readonly string[]): Flow {
  return changeSection(flow, sectionId, (section) =>
    section.nodes
      .filter(({ id, kind }) => ids.includes(id) && kind !== 'start')
      .reduce((left, node) => removeNode(left, node), section),
  );
}

function removeNode(section: FlowSection, { id }: FlowNode): FlowSection {
  const leaving = section.edges.filter((edge) => edge.from === id && edge.to !== id);
  const [only] = leaving.length === 1 ? leaving : [];
  const bridged = section.edges
    .filter(({ from }) => from !== id)
    .flatMap((edge): FlowEdge[] => {
      if (edge.to !== id) return [edge];
      return only && only.to !== edge.from ? [{ ...edge, to: only.to }] : [];
    });
  return { ...section, nodes: section.nodes.filter((node) => node.id !== id), edges: bridged };
}

export function addSection(flow: Flow, name: string): { flow: Flow; section: FlowSection } {
  const section = newSection(name);
  return { flow: { ...flow, sections: [...flow.sections, section] }, section };
}

/** Jumps to it lead nowhere then, and say so. */
export const removeSection = (flow: Flow, id: string): Flow => ({
  ...flow,
  sections: flow.sections
    .filter((section) => section.id !== id)
    .map((section) => ({
      ...section,
      nodes: section.nodes.map((node) =>
        node.kind === 'jump' && node.sectionId === id ? { ...node, sectionId: '' as const } : node,
      ),
    })),
});
