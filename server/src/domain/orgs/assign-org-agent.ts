import { fail } from '@antiphon/contract/errors';
import type { AgentId, OrgId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { insertOrgAgent, isOwnAgent, lockOrgRow, removeOrgAgent } from './orgs.queries.ts';

type Deps = { database: Database };
type Pair = { orgId: OrgId; agentId: AgentId };

/** Lets an org see an agent; done twice it is done once. Its people see it when they are given it themselves. */
export async function assignOrgAgent(deps: Deps, member: Member, { orgId, agentId }: Pair): Promise<void> {
  demand(member, 'clients.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    if (!(await lockOrgRow(tx, scope, orgId)) || !(await isOwnAgent(tx, scope, agentId))) fail('not_found');
    await insertOrgAgent(tx, scope, orgId, agentId);
    const details = { agentId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'org.assign_agent', target: orgId, details });
  });
}

/** In the caller's transaction, which has just made the agent. Fails with `not_found` for an org that is gone. */
export async function letOrgSee(tx: Tx, scope: Scope, { orgId, agentId }: Pair): Promise<void> {
  if (!(await lockOrgRow(tx, scope, orgId))) fail('not_found');
  await insertOrgAgent(tx, scope, orgId, agentId);
}

/** Takes the agent from the org and, by the key between the tables, from all of its people. */
export async function removeAgentOfOrg(deps: Deps, member: Member, { orgId, agentId }: Pair): Promise<void> {
  demand(member, 'clients.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    if (!(await lockOrgRow(tx, scope, orgId)) || !(await isOwnAgent(tx, scope, agentId))) fail('not_found');
    await removeOrgAgent(tx, scope, orgId, agentId);
    const details = { agentId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'org.remove_agent', target: orgId, details });
  });
}
