import type { FlowFault } from '@antiphon/contract/flow-check';
import { readFlowFault } from '@antiphon/contract/flow-faults';
import type { Flow } from '@antiphon/contract/flow-parts';
import { say } from '../../../texts/texts.ts';
import { sayPort } from '../../flow-words/node-words.ts';

/** What is wrong, in the language shown. */
export function sayFault({ message, sectionId, nodeId, port }: FlowFault, flow: Flow): string {
  const found = readFlowFault(message);
  if (!found) return message;
  const node = flow.sections.find(({ id }) => id === sectionId)?.nodes.find(({ id }) => id === nodeId);
  return say('flow-faults', found.key, { ...found.values, ...(node && port ? { port: sayPort(node, port) } : {}) });
}
