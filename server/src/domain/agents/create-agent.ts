import type { Agent } from '@antiphon/contract/agents';
import { newAgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { giveAgent } from '../clients/give-agent.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import type { Member } from '../identity/identity.policy.ts';
import { handOf } from './agent-people.ts';
import { demandCreate } from './agents.policy.ts';
import { insertAgent } from './agents.queries.ts';
import { newSettings } from './agents.rules.ts';
import { readAgent } from './get-agent.ts';

/**
 * An empty agent with the built-in model; what it knows is added afterwards, document by document. A client who may make
 * agents works with it at once, and so does their org.
 */
export async function createAgent(deps: { database: Database }, member: Member, title: string): Promise<Agent> {
  demandCreate(member);
  const id = newAgentId();
  await deps.database.transaction(member.scope, async (tx) => {
    await insertAgent(tx, {
      id,
      workspaceUid: member.scope.workspaceUid,
      draft: newSettings(title),
      updatedByUserId: handOf(member),
    });
    await demandWithin(tx, member.scope, 'maxAgents', { isClient: member.client !== null });
    if (member.client) await giveAgent(tx, member.scope, member.client, id);
  });
  return readAgent(deps, member, id);
}
