import { portName } from '@antiphon/contract/flow-check';
import type { Flow, FlowNode } from '@antiphon/contract/flow-parts';
import { say } from '../../texts/texts.ts';

/** What the words of a node are looked up in. */
type Shown = {
  flow: Flow;
  functions: readonly { functionId: string; name: string }[];
  greeting: string;
  systemPrompt: string;
};

/** What a node is called: its own name, else its kind. */
export const titleOf = (node: FlowNode): string =>
  node.name || (node.kind === 'step' && node.isMain ? say('flow', 'mainStep') : say('flow', `kinds.${node.kind}`));

/** What it says or does, in a line. */
export function excerptOf(node: FlowNode, { flow, functions, greeting, systemPrompt }: Shown): string {
  switch (node.kind) {
    case 'start':
      return flow.sections[0]?.nodes.some(({ id }) => id === node.id) ? greeting : '';
    case 'message':
    case 'form':
    case 'handoff':
    case 'end':
      return node.text;
    case 'step':
      return node.isMain ? systemPrompt : node.instructions;
    case 'collect':
      return node.question;
    case 'knowledge':
      return node.question || say('flow', 'lastWritten');
    case 'condition':
      return node.rows.map(({ all }) => all.map(({ variable }) => variable).join(', ')).join('; ');
    case 'function':
      return functions.find(({ functionId }) => functionId === node.functionId)?.name ?? '';
    case 'set':
      return (
        node.variable &&
        `${node.variable} = ${'variable' in node.value ? node.value.variable : String(node.value.value)}`
      );
    case 'wait':
      return say('flow', 'minutes', { count: node.minutes });
    case 'jump':
      return flow.sections.find(({ id }) => id === node.sectionId)?.name ?? '';
  }
}

const FIXED_PORTS = [
  'next',
  'other',
  'tooLong',
  'else',
  'done',
  'notGiven',
  'ok',
  'failed',
  'declined',
  'found',
  'notFound',
  'taken',
  'nobody',
  'timeout',
] as const;
type FixedPort = (typeof FIXED_PORTS)[number];

/** What an exit is called, in the language shown. */
export function sayPort(node: FlowNode, port: string): string {
  if (node.kind === 'condition' && port !== 'else') return say('flow', 'row', { number: portName(node, port) });
  const isFixed = (FIXED_PORTS as readonly string[]).includes(port);
  if (isFixed) return say('flow', `ports.${port as FixedPort}`);
  const name = portName(node, port);
  return name === port ? say('flow', 'unnamed') : name;
}
