import type { AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import { type FlowFault, findFlowFaults } from '@antiphon/contract/flow-check';
import type { Flow } from '@antiphon/contract/flow-parts';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockRevisions } from './functions.queries.ts';

/** Before a flow reaches visitors: fails with `invalid_input`, at each place, where they could get stuck in it. */
export async function demandFlow(tx: Tx, scope: Scope, { flow, functions }: AgentSettings): Promise<void> {
  if (!flow) return;
  const revisions = await lockRevisions(tx, scope, functions);
  const known = revisions.map(({ functionId, definition: { inputs, response } }) => ({
    functionId,
    inputs,
    outputs: response.outputs,
  }));
  const faults = findFlowFaults(flow, known);
  const [first] = faults;
  if (!first) return;
  fail('invalid_input', {
    message: first.message,
    issues: faults.map((fault) => ({ path: pathOf(flow, fault), message: fault.message })),
  });
}

function pathOf({ sections }: Flow, { sectionId, nodeId }: FlowFault): string {
  const section = sections.findIndex(({ id }) => id === sectionId);
  if (section < 0) return 'settings.flow';
  const node = sections[section]?.nodes.findIndex(({ id }) => id === nodeId) ?? -1;
  const path = `settings.flow.sections.${section}`;
  return node < 0 ? path : `${path}.nodes.${node}`;
}
