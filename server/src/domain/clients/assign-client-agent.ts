import { fail } from '@antiphon/contract/errors';
import type { AgentId, ClientId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { insertClientAgent, lockClientRow, lockOrgAgent, removeClientAgent } from './clients.queries.ts';

type Deps = { database: Database };
type Pair = { clientId: ClientId; agentId: AgentId };

/** A client works with agents of their org alone: any other is not found. Done twice it is done once. */
export async function assignClientAgent(deps: Deps, member: Member, { clientId, agentId }: Pair): Promise<void> {
  demand(member, 'clients.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const client = await lockClientRow(tx, scope, clientId);
    if (!client || !(await lockOrgAgent(tx, scope, client.orgId, agentId))) fail('not_found');
    await insertClientAgent(tx, scope, client, agentId);
    const details = { agentId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'client.assign_agent', target: clientId, details });
  });
}

/** The org keeps the agent. */
export async function removeAgentOfClient(deps: Deps, member: Member, { clientId, agentId }: Pair): Promise<void> {
  demand(member, 'clients.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const client = await lockClientRow(tx, scope, clientId);
    if (!client || !(await lockOrgAgent(tx, scope, client.orgId, agentId))) fail('not_found');
    await removeClientAgent(tx, scope, clientId, agentId);
    const details = { agentId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'client.remove_agent', target: clientId, details });
  });
}
