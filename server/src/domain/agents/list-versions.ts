import type { AgentSettings, AgentVersion } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Member } from '../identity/identity.policy.ts';
import { type Hand, listHands } from './agent-people.ts';
import { findAgent, findVersion, listVersions as listRows } from './agents.queries.ts';
import { readSettings } from './agents.rules.ts';

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
  return rows.map((row) => presentVersion(row, agent.publishedVersion, nameOf));
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
  return { ...presentVersion(row, agent.publishedVersion, nameOf), settings: readSettings(row.settings) };
}

export const presentVersion = (
  row: Row,
  publishedVersion: number | null,
  nameOf: (hand: Hand) => string,
): AgentVersion => ({
  number: row.number,
  note: row.note,
  author: nameOf(row.authorUserId),
  createdAt: row.createdAt.toISOString(),
  isPublished: row.number === publishedVersion,
});
