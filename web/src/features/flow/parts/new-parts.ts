import {
  type Flow,
  FlowNode,
  type FlowNodeKind,
  type FlowPartId,
  type FlowSection,
} from '@antiphon/contract/flow-parts';
import { randomText } from '@antiphon/contract/ids';

export const newPartId = (): FlowPartId => randomText(10);

/** What an agent without a canvas of its own is drawn as. Its ids become those of the first edit. */
export const PLAIN_FLOW: Flow = {
  schema: 1,
  variables: [],
  sections: [
    {
      id: 'first',
      name: 'Main',
      examples: [],
      nodes: [
        { id: 'start', kind: 'start', name: '' },
        { id: 'main', kind: 'step', name: '', instructions: '', isMain: true, turnsMax: null, exits: [] },
      ],
      edges: [{ from: 'start', port: 'next', to: 'main' }],
    },
  ],
};

/** A node that says and does nothing yet. */
export function newNode(kind: FlowNodeKind): FlowNode {
  const text = kind === 'message' || kind === 'form' || kind === 'handoff' ? { text: '' } : {};
  const question = kind === 'collect' || kind === 'knowledge' ? { question: '' } : {};
  const value = kind === 'set' ? { value: { value: '' } } : {};
  return FlowNode.parse({ id: newPartId(), kind, ...text, ...question, ...value });
}

/** With a start, behind which nothing follows yet. */
export const newSection = (name: string): FlowSection => ({
  id: newPartId(),
  name,
  examples: [],
  nodes: [newNode('start')],
  edges: [],
});
