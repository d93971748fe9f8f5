import type { Agent } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { unmarkDeleted } from './agents.queries.ts';
import { readAgent } from './get-agent.ts';

/**
 * Takes an agent out of the trash as it was: its documents, conversations and versions never left. Visitors reach the
 * published copy again at once. A credential that was deleted meanwhile stays deleted, and replies say so.
 */
export async function restoreAgent(deps: { database: Database }, member: Member, id: AgentId): Promise<Agent> {
  demand(member, 'agents.write');
  await deps.database.transaction(member.scope, async (tx) => {
    if (!(await unmarkDeleted(tx, member.scope, id))) fail('not_found');
    await demandWithin(tx, member.scope, 'maxAgents');
    await recordAudit(tx, member.scope, { actor: actorOf(member), action: 'agent.restore', target: id });
  });
  return readAgent(deps, member, id);
}
