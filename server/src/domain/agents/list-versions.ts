import type { AgentSettings, AgentVersion } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId, UserId } from '@antiphon/contract/ids';
import type { Member } from '../identity/identity.policy.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { findAgent, findVersion, listVersions as listRows } from './agents.queries.ts';
import { readSettings } from './agents.rules.ts';

type Deps = Parameters<typeof listMemberNames>[0];
type Row = Awaited<ReturnType<typeof listRows>>[number];

export async function listVersions(deps: Deps, member: Member, id: AgentId): Promise<AgentVersion[]> {
  const { agent, rows } = await deps.database.transaction(member.scope, async (tx) => ({
    agent: await findAgent(tx, member.scope, id),
    rows: await listRows(tx, member.scope, id),
  }));
  if (!agent) fail('not_found');
  const names = await listMemberNames(deps, member.scope);
  return rows.map((row) => present(row, agent.publishedVersion, names));
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
  const names = await listMemberNames(deps, member.scope);
  return { ...present(row, agent.publishedVersion, names), settings: readSettings(row.settings) };
}

const present = (row: Row, publishedVersion: number | null, names: Map<UserId, string>): AgentVersion => ({
  number: row.number,
  note: row.note,
  author: row.authorUserId ? (names.get(row.authorUserId) ?? 'A former member') : 'API key',
  createdAt: row.createdAt.toISOString(),
  isPublished: row.number === publishedVersion,
});
