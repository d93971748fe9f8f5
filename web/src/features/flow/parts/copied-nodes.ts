import { type Flow, FlowEdge, FlowNode } from '@antiphon/contract/flow-parts';
import { limits } from '@antiphon/contract/limits';
import { changeSection } from './flow-edits.ts';
import { newPartId } from './new-parts.ts';

/** What the clipboard holds: nodes of one section with the lines between them, as JSON. */
export type Copied = { copiedFlow: 1; nodes: FlowNode[]; edges: FlowEdge[] };

/** Null where none of them can be copied: there is one start. */
export function copyNodes(flow: Flow, sectionId: string, ids: readonly string[]): Copied | null {
  const section = flow.sections.find(({ id }) => id === sectionId);
  const nodes = section?.nodes.filter(({ id, kind }) => ids.includes(id) && kind !== 'start') ?? [];
  const isCopied = (id: string) => nodes.some((node) => node.id === id);
  if (!section || nodes.length === 0) return null;
  return {
    copiedFlow: 1,
    nodes,
    edges: section.edges.filter(({ from, to }) => isCopied(from) && isCopied(to)),
  };
}

/** What a text of the clipboard holds; null for anything else. */
export function readCopied(text: string): Copied | null {
  if (text.length > limits.flowBytesMax || !text.startsWith('{')) return null;
  try {
    const { copiedFlow, nodes, edges } = JSON.parse(text) as Partial<Copied>;
    const read = {
      nodes: FlowNode.array().min(1).max(limits.flowSectionNodesMax).safeParse(nodes).data,
      edges: FlowEdge.array().safeParse(edges).data,
    };
    return copiedFlow === 1 && read.nodes && read.edges ? { copiedFlow, nodes: read.nodes, edges: read.edges } : null;
  } catch {
    return null;
  }
}

/** The nodes once more, with new ids in all their parts. A main step becomes one of many. */
export function pasteNodes(
  flow: Flow,
  sectionId: string,
  { nodes, edges }: Copied,
): { flow: Flow; nodes: FlowNode[]; ids: Map<string, string> } {
  const ids = new Map<string, string>();
  const renew = (id: string) => {
    const fresh = ids.get(id) ?? newPartId();
    ids.set(id, fresh);
    return fresh;
  };
  const pasted = nodes.filter(({ kind }) => kind !== 'start').map((node) => withNewIds(node, renew));
  const lines = edges
    .filter(({ from, to }) => ids.has(from) && ids.has(to))
    .map(({ from, port, to }) => ({ from: renew(from), port: ids.get(port) ?? port, to: renew(to) }));
  const changed = changeSection(flow, sectionId, (section) => ({
    ...section,
    nodes: [...section.nodes, ...pasted],
    edges: [...section.edges, ...lines],
  }));
  return { flow: changed, nodes: pasted, ids };
}

function withNewIds(node: FlowNode, renew: (id: string) => string): FlowNode {
  const id = renew(node.id);
  const fresh = <Part extends { id: string }>(parts: Part[]) => parts.map((part) => ({ ...part, id: renew(part.id) }));
  switch (node.kind) {
    case 'message':
      return { ...node, id, choices: fresh(node.choices) };
    case 'form':
      return { ...node, id, fields: fresh(node.fields) };
    case 'step':
      return { ...node, id, exits: fresh(node.exits), isMain: false };
    case 'condition':
      return { ...node, id, rows: fresh(node.rows) };
    default:
      return { ...node, id };
  }
}
