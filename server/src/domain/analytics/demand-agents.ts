import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Tx } from '../../db/database.ts';
import type { Member } from '../identity/identity.policy.ts';
import { type Agents, findLiveAgent } from './analytics.queries.ts';

/**
 * Whose figures the caller is shown: the named agent's, or all of theirs; a client's are the ones that were assigned. Fails with
 * `not_found` for another's agent.
 */
export async function demandAgents(tx: Tx, member: Member, agentId: AgentId | undefined): Promise<Agents> {
  const own = member.client?.agentIds ?? null;
  if (agentId === undefined) return own;
  const isOwn = own === null || own.includes(agentId);
  if (!isOwn || !(await findLiveAgent(tx, member.scope, agentId))) fail('not_found');
  return [agentId];
}
