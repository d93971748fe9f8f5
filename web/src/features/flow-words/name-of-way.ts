import type { Span } from '@antiphon/contract/conversations';
import type { FlowNodeKind } from '@antiphon/contract/flow-parts';
import { say } from '../../texts/texts.ts';

/** The nodes that a conversation went through, by their names. Wants the texts `flow`. */
export const nameOfWay = (nodes: Extract<Span, { kind: 'flow' }>['nodes']): string =>
  nodes.map(({ name, node }) => name || say('flow', `kinds.${node as FlowNodeKind}`)).join(' → ');
