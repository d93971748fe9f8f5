import type { Flow, FlowNode } from '@antiphon/contract/flow-parts';
import { nodeBehind, portsOf } from '@antiphon/contract/flow-ports';
import { say } from '../../texts/texts.ts';
import { excerptOf, sayPort, titleOf } from './node-words.ts';
import { outlineOf } from './outline.ts';

/** A flow as lines, one a node, so that two of them can be compared. Functions stand there with their ids. */
export function flowAsText(flow: Flow | null): string {
  if (flow === null) return '';
  const nodes = flow.sections.flatMap((section) => section.nodes);
  const functions = nodes.flatMap((node) =>
    node.kind === 'function' && node.functionId ? [{ functionId: node.functionId, name: node.functionId }] : [],
  );
  const shown = { flow, functions, greeting: '', systemPrompt: '' };
  const line = (section: Flow['sections'][number], node: FlowNode) => {
    const follows = portsOf(node).flatMap((port) => {
      const next = nodeBehind(section, node.id, port);
      return next ? [`${sayPort(node, port)} → ${titleOf(next)}`] : [];
    });
    const words = [titleOf(node), excerptOf(node, shown)].filter(Boolean).join(': ').replaceAll('\n', ' ');
    return [words, ...follows].join(' | ');
  };
  return [
    ...flow.variables.map(({ name, kind }) => `{${name}}: ${say('flow', `variables.kinds.${kind}`)}`),
    ...flow.sections.flatMap((section) => [
      `— ${section.name} —`,
      ...outlineOf(section).flatMap(({ node, isAgain }) => (isAgain ? [] : [line(section, node)])),
    ]),
  ].join('\n');
}
