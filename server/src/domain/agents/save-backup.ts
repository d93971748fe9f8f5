import type { AgentVersion } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { listHands } from './agent-people.ts';
import { findAgent, findVersion } from './agents.queries.ts';
import { presentVersion } from './list-versions.ts';

/**
 * The specification's `saveAgentBackup`, called after a publish. Publishing itself writes the version in its own transaction,
 * so that a published copy without a backup cannot be: this finds and returns it, however often it is called. Fails with
 * `agent_not_published` where nothing was published yet.
 */
export async function saveBackup(
  deps: { database: Database; systemScope: SystemScope },
  member: Member,
  input: { agentId: AgentId; workspaceId: string },
): Promise<AgentVersion> {
  demand(member, 'agents.publish');
  if (input.workspaceId !== member.scope.workspaceUid) fail('not_found');
  const row = await deps.database.transaction(member.scope, async (tx) => {
    const agent = await findAgent(tx, member.scope, input.agentId);
    if (!agent) fail('not_found');
    if (agent.publishedVersion === null) fail('agent_not_published');
    return (await findVersion(tx, member.scope, agent.id, agent.publishedVersion)) ?? fail('not_found');
  });
  return presentVersion(row, row.number, await listHands(deps, member.scope, [row.authorUserId]));
}
