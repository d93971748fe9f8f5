import type { Agent } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { lockAgent, setVersions } from './agents.queries.ts';
import { readAgent } from './get-agent.ts';
import { tellMoved } from './publish-agent.ts';

type Deps = { database: Database };

/**
 * Switched on, `staging` begins with what is live, and publishing moves it alone; switched off, its visitors get what is live. Fails with
 * `agent_not_published`.
 */
export async function setStaging(deps: Deps, member: Member, input: { id: AgentId; isOn: boolean }): Promise<Agent> {
  demand(member, 'agents.publish');
  const { id, isOn } = input;
  await deps.database.transaction(member.scope, async (tx) => {
    const agent = (await lockAgent(tx, member.scope, id)) ?? fail('not_found');
    if ((agent.stagingVersion !== null) === isOn) return;
    const stagingVersion = isOn ? (agent.publishedVersion ?? fail('agent_not_published')) : null;
    await setVersions(tx, member.scope, id, { stagingVersion });
    const actor = actorOf(member);
    await recordAudit(tx, member.scope, { actor, action: 'agent.set_staging', target: id, details: { isOn } });
  });
  return readAgent(deps, member, id);
}

/**
 * What `staging` has is live from now on. Its tests held it up, or did not, when it was published there. Fails with `conflict` where
 * it does not have the version that was looked at, and with `nothing_to_publish` where that is live already.
 */
export async function promoteStaging(
  deps: Deps,
  member: Member,
  input: { id: AgentId; version: number },
): Promise<Agent> {
  demand(member, 'agents.publish');
  const { id, version } = input;
  await deps.database.transaction(member.scope, async (tx) => {
    const agent = (await lockAgent(tx, member.scope, id)) ?? fail('not_found');
    const { publishedVersion, stagingVersion } = agent;
    if (stagingVersion !== version) fail('conflict', { message: sayMoved(stagingVersion) });
    if (publishedVersion === stagingVersion) fail('nothing_to_publish');
    await setVersions(tx, member.scope, id, { publishedVersion: version });
    await tellMoved(tx, member, id, { action: 'agent.promote', environment: 'live', number: version });
  });
  return readAgent(deps, member, id);
}

const sayMoved = (version: number | null) =>
  version === null ? 'Staging was switched off.' : `Staging is version ${version} by now. Look at it, then promote it.`;
