import type { Flow, FlowNode } from './flow-parts.ts';

/** A flow with what another says in the same nodes: its texts and the words of its buttons. Everything else stays. */
export function withTextsOf(flow: Flow, given: Flow): Flow {
  const theirs = new Map(given.sections.flatMap(({ nodes }) => nodes.map((node) => [node.id, node])));
  return {
    ...flow,
    sections: flow.sections.map((section) => ({
      ...section,
      nodes: section.nodes.map((node) => {
        const other = theirs.get(node.id);
        return other ? withTexts(node, other) : node;
      }),
    })),
  };
}

function withTexts(node: FlowNode, other: FlowNode): FlowNode {
  if (node.kind === 'message' && other.kind === 'message')
    return {
      ...node,
      text: other.text,
      choices: node.choices.map((choice) => {
        const { label, text } = other.choices.find(({ id }) => id === choice.id) ?? choice;
        return { ...choice, label, text };
      }),
    };
  if (node.kind === 'form' && other.kind === 'form')
    return {
      ...node,
      text: other.text,
      button: other.button,
      fields: node.fields.map((field) => ({
        ...field,
        label: other.fields.find(({ id }) => id === field.id)?.label ?? field.label,
      })),
    };
  if (node.kind === 'step' && other.kind === 'step') return { ...node, instructions: other.instructions };
  if (node.kind === 'collect' && other.kind === 'collect') return { ...node, question: other.question };
  if (node.kind === 'knowledge' && other.kind === 'knowledge') return { ...node, question: other.question };
  if (node.kind === 'handoff' && other.kind === 'handoff') return { ...node, text: other.text };
  if (node.kind === 'end' && other.kind === 'end') return { ...node, text: other.text };
  return node;
}
