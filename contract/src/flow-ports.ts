import type { FlowNode, FlowSection, FlowVariable } from './flow-parts.ts';

/** Where a node can be left, in the order in which it is drawn. */
export function portsOf(node: FlowNode): string[] {
  switch (node.kind) {
    case 'start':
    case 'set':
      return ['next'];
    case 'message':
      return node.choices.length > 0 ? [...node.choices.map(({ id }) => id), 'other'] : ['next'];
    case 'step':
      return [...node.exits.map(({ id }) => id), ...(node.turnsMax === null ? [] : ['tooLong'])];
    case 'condition':
      return [...node.rows.map(({ id }) => id), 'else'];
    case 'collect':
    case 'form':
      return ['done', 'notGiven'];
    case 'function':
      return ['ok', 'failed', 'declined'];
    case 'knowledge':
      return ['found', 'notFound'];
    case 'handoff':
      return ['taken', 'nobody'];
    case 'wait':
      return ['done', 'timeout'];
    case 'jump':
      return node.returns ? ['next'] : [];
    case 'end':
      return [];
  }
}

/** Whether a conversation rests there, until the visitor writes or time passes. Reads of functions do not rest; proposals do. */
export const isWaiting = (node: FlowNode): boolean =>
  node.kind === 'step' ||
  node.kind === 'collect' ||
  node.kind === 'form' ||
  node.kind === 'wait' ||
  node.kind === 'end' ||
  node.kind === 'handoff' ||
  (node.kind === 'message' && node.choices.length > 0);

/** The node behind a port, or undefined where nothing follows. */
export const nodeBehind = (section: FlowSection, from: string, port: string): FlowNode | undefined => {
  const edge = section.edges.find((one) => one.from === from && one.port === port);
  return edge && section.nodes.find(({ id }) => id === edge.to);
};

/** Where visitors may be led, and pictures come from. */
export const isHttpsAddress = (address: string): boolean => address.startsWith('https://') && URL.canParse(address);

const PLACEHOLDER = /\{([a-z][a-z0-9_]{0,39})\}/g;
/** The variables that a text names in braces, each once. */
export const namedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map((match) => match[1]!)),
];

/** Every text of a node that variables can stand in. */
export function textsOf(node: FlowNode): string[] {
  switch (node.kind) {
    case 'message':
      return [node.text, ...node.choices.flatMap(({ label, text }) => [label, text])];
    case 'form':
      return [node.text, node.button, ...node.fields.map(({ label }) => label)];
    case 'step':
      return [node.instructions];
    case 'collect':
    case 'knowledge':
      return [node.question];
    case 'handoff':
    case 'end':
      return [node.text];
    default:
      return [];
  }
}

/** How values of a variable compare: as words, as numbers, as days or as yes and no. */
export const comparedAs = (kind: FlowVariable['kind']): 'text' | 'number' | 'boolean' | 'date' =>
  kind === 'number' || kind === 'boolean' || kind === 'date' ? kind : 'text';
