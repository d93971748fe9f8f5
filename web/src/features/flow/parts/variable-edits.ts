import type { Flow, FlowNode, FlowOperand } from '@antiphon/contract/flow-parts';

/** The variable under its new name everywhere: in texts, conditions, and what is given to functions. */
export function renameVariable(flow: Flow, old: string, name: string): Flow {
  const inText = (text: string) => text.replaceAll(`{${old}}`, `{${name}}`);
  const inName = (given: string) => (given === old ? name : given);
  const inOperand = (operand: FlowOperand): FlowOperand =>
    'variable' in operand ? { variable: inName(operand.variable) } : operand;
  const inNode = (node: FlowNode): FlowNode => {
    switch (node.kind) {
      case 'message':
        return {
          ...node,
          text: inText(node.text),
          choices: node.choices.map((choice) => ({
            ...choice,
            label: inText(choice.label),
            text: inText(choice.text),
          })),
        };
      case 'form':
        return {
          ...node,
          text: inText(node.text),
          button: inText(node.button),
          fields: node.fields.map((field) => ({
            ...field,
            variable: inName(field.variable),
            label: inText(field.label),
          })),
        };
      case 'step':
        return { ...node, instructions: inText(node.instructions) };
      case 'condition':
        return {
          ...node,
          rows: node.rows.map((row) => ({
            ...row,
            all: row.all.map((one) => ({
              ...one,
              variable: inName(one.variable),
              operand: one.operand && inOperand(one.operand),
            })),
          })),
        };
      case 'collect':
        return { ...node, variable: inName(node.variable), question: inText(node.question) };
      case 'function':
        return {
          ...node,
          inputs: node.inputs.map((input) => ({ ...input, from: inOperand(input.from) })),
          outputs: node.outputs.map((output) => ({ ...output, variable: inName(output.variable) })),
        };
      case 'knowledge':
        return { ...node, question: inText(node.question) };
      case 'set':
        return { ...node, variable: inName(node.variable), value: inOperand(node.value) };
      case 'handoff':
      case 'end':
        return { ...node, text: inText(node.text) };
      default:
        return node;
    }
  };
  return {
    ...flow,
    variables: flow.variables.map((variable) => (variable.name === old ? { ...variable, name } : variable)),
    sections: flow.sections.map((section) => ({ ...section, nodes: section.nodes.map(inNode) })),
  };
}
