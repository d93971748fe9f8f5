import type { Agent } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newAgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { emit } from '../events/emit.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { findAgent, insertAgent } from './agents.queries.ts';
import { copySettings, readSettings } from './agents.rules.ts';
import { readAgent } from './get-agent.ts';

/**
 * An unpublished agent with the working copy's settings (theme and model among them), canvas and tags. The documents follow in the
 * background (`copy_knowledge`), since there may be thousands of them.
 */
export async function duplicateAgent(deps: { database: Database }, member: Member, id: AgentId): Promise<Agent> {
  demand(member, 'agents.write');
  const { scope } = member;
  const copyId = newAgentId();
  await deps.database.transaction(scope, async (tx) => {
    const original = await findAgent(tx, scope, id);
    if (!original) fail('not_found');
    await insertAgent(tx, {
      id: copyId,
      workspaceUid: scope.workspaceUid,
      draft: copySettings(readSettings(original.draft)),
      flowLayout: original.flowLayout,
      tags: original.tags,
      updatedByUserId: member.userId,
    });
    await demandWithin(tx, scope, 'maxAgents', { isClient: member.client !== null });
    await emit(tx, scope, { type: 'agent_duplicated', payload: { agentId: copyId, fromAgentId: id } });
  });
  return readAgent(deps, member, copyId);
}
