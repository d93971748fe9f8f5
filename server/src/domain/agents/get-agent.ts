import type { Agent, AgentEnvironment, AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import { Guardrails } from '@antiphon/contract/guardrails';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { type AllowedSettings, asOrgsAllow } from '../orgs/handoff-wishes.rules.ts';
import { listHands } from './agent-people.ts';
import { agentAbilities } from './agents.policy.ts';
import { type AgentRow, addCounts, findAgent, findSettings, findVersion } from './agents.queries.ts';
import { readSettings, tipOf, toAgent } from './agents.rules.ts';
import { findAgentWorkspace as findWorkspaceRow } from './agents.system.queries.ts';

/** With the name of who saved it last. */
export async function getAgent(
  deps: { database: Database; systemScope: SystemScope },
  member: Member,
  id: AgentId,
): Promise<Agent> {
  const row = await readCounted(deps, member.scope, id);
  const nameOf = await listHands(deps, member.scope, [row.updatedByUserId]);
  return {
    ...toAgent(row, agentAbilities(member)),
    lastModifiedBy: nameOf(row.updatedByUserId),
    isLastModifiedByMe: actorOf(member) !== 'key' && row.updatedByUserId === actorOf(member),
  };
}

/** As it is after the caller's commit: counting its conversations takes a while, and nobody is to wait behind a lock for it. */
export async function readAgent(deps: { database: Database }, member: Member, id: AgentId): Promise<Agent> {
  return toAgent(await readCounted(deps, member.scope, id), agentAbilities(member));
}

const readCounted = ({ database }: { database: Database }, scope: Scope, id: AgentId) =>
  database.transaction(scope, async (tx) => {
    const row = await findAgent(tx, scope, id);
    const [counted] = await addCounts(tx, scope, row ? [row] : []);
    return counted ?? fail('not_found');
  });

/**
 * The copies of an agent, without a lock, in the caller's transaction; null where it is not the scope's. `published` is live, `tip` what
 * publishing would replace.
 */
export async function findCopies(tx: Tx, scope: Scope, id: AgentId) {
  const row = await findAgent(tx, scope, id);
  if (!row) return null;
  const { publishedVersion } = row;
  const tip = row.tip === null ? null : readSettings(row.tip);
  const published = await readLive(tx, scope, row, tip);
  return { id, draft: readSettings(row.draft), published, publishedVersion, tip };
}

/** What is live; `tip` is it, wherever `staging` has no other. */
export async function readLive(
  tx: Tx,
  scope: Scope,
  row: Pick<AgentRow, 'id' | 'publishedVersion' | 'stagingVersion'>,
  tip: AgentSettings | null,
): Promise<AgentSettings | null> {
  const { id, publishedVersion } = row;
  if (publishedVersion === null || publishedVersion === tipOf(row).number) return tip;
  const version = await findVersion(tx, scope, id, publishedVersion);
  return version && readSettings(version.settings);
}

/** Fails with `not_found` where the agent is not the scope's. */
export async function getAgentSettings(tx: Tx, scope: Scope, id: AgentId): Promise<AgentSettings> {
  return getAnsweringSettings(tx, scope, id, 'draft');
}

/** Without `staging` of its own an agent answers there as it does live. */
export async function findEnvironment(
  tx: Tx,
  scope: Scope,
  id: AgentId,
  asked: AgentEnvironment,
): Promise<AgentEnvironment> {
  return asked === 'staging' && (await findAgent(tx, scope, id))?.stagingVersion ? 'staging' : 'live';
}

type Copy = AgentEnvironment | 'draft';
const environmentIn = (copy: Copy) => (copy === 'draft' ? 'live' : copy);

/** What answers a conversation (`copyFor`). Fails with `not_found` or `agent_not_published`. */
export async function getAnsweringSettings(tx: Tx, scope: Scope, id: AgentId, copy: Copy): Promise<AllowedSettings> {
  const row = await findSettings(tx, scope, id, environmentIn(copy));
  if (!row) fail('not_found');
  if (copy === 'draft') return asOrgsAllow(readSettings(row.draft), row.orgs);
  if (row.published === null) fail('agent_not_published');
  return asOrgsAllow(readSettings(row.published), row.orgs);
}

/** As published; null where the agent was deleted or taken offline. */
export async function findAnsweringSettings(
  tx: Tx,
  scope: Scope,
  id: AgentId,
  environment: AgentEnvironment,
): Promise<AllowedSettings | null> {
  const row = await findSettings(tx, scope, id, environment);
  return row?.published ? asOrgsAllow(readSettings(row.published), row.orgs) : null;
}

/** Of the copy that answers. What an agent had that was taken offline holds on; of one that was deleted the defaults do. */
export async function findGuardrails(tx: Tx, scope: Scope, id: AgentId, copy: Copy): Promise<Guardrails> {
  const row = await findSettings(tx, scope, id, environmentIn(copy));
  if (!row) return Guardrails.parse({});
  return readSettings(copy === 'draft' ? row.draft : (row.published ?? row.draft)).guardrails;
}

export function findAgentWorkspace(deps: { database: Database; systemScope: SystemScope }, id: AgentId) {
  return deps.database.transaction(deps.systemScope, (tx) => findWorkspaceRow(tx, id));
}
