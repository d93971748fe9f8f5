import type { AgentSettings, AgentVersion } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { demand, type Member } from '../identity/identity.policy.ts';
import { type Hand, listHands } from './agent-people.ts';
import { type AgentRow, findAgent, findVersion, listVersions as listRows } from './agents.queries.ts';
import { readSettings, tipOf } from './agents.rules.ts';

type Deps = Parameters<typeof listHands>[0];
type Row = Awaited<ReturnType<typeof listRows>>[number];

export async function listVersions(deps: Deps, member: Member, id: AgentId): Promise<AgentVersion[]> {
  const { agent, rows } = await deps.database.transaction(member.scope, async (tx) => ({
    agent: await findAgent(tx, member.scope, id),
    rows: await listRows(tx, member.scope, id),
  }));
  if (!agent) fail('not_found');
  const nameOf = await listHands(
    deps,
    member.scope,
    rows.map(({ authorUserId }) => authorUserId),
  );
  return rows.map((row) => presentVersion(row, agent, nameOf));
}

export async function getVersion(
  deps: Deps,
  member: Member,
  input: { id: AgentId; number: number },
): Promise<AgentVersion & { settings: AgentSettings }> {
  const { agent, row } = await deps.database.transaction(member.scope, async (tx) => ({
    agent: await findAgent(tx, member.scope, input.id),
    row: await findVersion(tx, member.scope, input.id, input.number),
  }));
  if (!agent || !row) fail('not_found');
  const nameOf = await listHands(deps, member.scope, [row.authorUserId]);
  return { ...presentVersion(row, agent, nameOf), settings: readSettings(row.settings) };
}

export const presentVersion = (
  row: Row,
  agent: Pick<AgentRow, 'publishedVersion' | 'stagingVersion'>,
  nameOf: (hand: Hand) => string,
): AgentVersion => ({
  number: row.number,
  note: row.note,
  author: nameOf(row.authorUserId),
  createdAt: row.createdAt.toISOString(),
  isPublished: row.number === agent.publishedVersion,
  isStaging: row.number === agent.stagingVersion,
});

/**
 * The specification's `saveAgentBackup`, called after a publish. Publishing itself writes the version in its own transaction,
 * so that a published copy without a backup cannot be: this finds and returns it, however often it is called. Fails with
 * `agent_not_published` where nothing was published yet.
 */
export async function saveBackup(
  deps: Deps,
  member: Member,
  input: { agentId: AgentId; workspaceId: string },
): Promise<AgentVersion> {
  demand(member, 'agents.publish');
  if (input.workspaceId !== member.scope.workspaceUid) fail('not_found');
  const { agent, row } = await deps.database.transaction(member.scope, async (tx) => {
    const agent = await findAgent(tx, member.scope, input.agentId);
    if (!agent) fail('not_found');
    const number = tipOf(agent).number ?? fail('agent_not_published');
    return { agent, row: (await findVersion(tx, member.scope, agent.id, number)) ?? fail('not_found') };
  });
  return presentVersion(row, agent, await listHands(deps, member.scope, [row.authorUserId]));
}
