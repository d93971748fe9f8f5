import type { Span } from '@antiphon/contract/conversations';
import type { Flow } from '@antiphon/contract/flow-parts';
import type { Step } from '../flows/step-flow.rules.ts';

/** The way of one reply over the canvas, with the names that its parts had. */
export function flowSpan(flow: Flow, path: readonly Step[]): Span {
  return {
    kind: 'flow',
    nodes: path.map(({ sectionId, nodeId }) => {
      const section = flow.sections.find(({ id }) => id === sectionId);
      const node = section?.nodes.find(({ id }) => id === nodeId);
      return { sectionId, nodeId, section: section?.name ?? '', node: node?.kind ?? 'end', name: node?.name ?? '' };
    }),
  };
}
