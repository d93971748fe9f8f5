import type { Agent } from '@antiphon/contract/agents';
import { newAgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { insertAgent } from './agents.queries.ts';
import { newSettings } from './agents.rules.ts';
import { readAgent } from './get-agent.ts';

/** An empty agent with the built-in model; what it knows is added afterwards, document by document. */
export async function createAgent(deps: { database: Database }, member: Member, title: string): Promise<Agent> {
  demand(member, 'agents.write');
  const id = newAgentId();
  return deps.database.transaction(member.scope, async (tx) => {
    await insertAgent(tx, { id, workspaceUid: member.scope.workspaceUid, draft: newSettings(title) });
    return readAgent(tx, member, id);
  });
}
