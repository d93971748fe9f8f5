import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { agentAbilities } from './agents.policy.ts';
import { findAgent, findSettings } from './agents.queries.ts';
import { readSettings, toAgent } from './agents.rules.ts';
import { findAgentWorkspace as findWorkspaceRow } from './agents.system.queries.ts';

export async function getAgent(deps: { database: Database }, member: Member, id: AgentId): Promise<Agent> {
  return deps.database.transaction(member.scope, (tx) => readAgent(tx, member, id));
}

export async function readAgent(tx: Tx, member: Member, id: AgentId): Promise<Agent> {
  const row = await findAgent(tx, member.scope, id);
  if (!row) fail('not_found');
  return toAgent(row, agentAbilities(member));
}

/** Fails with `not_found` where the agent is not the scope's. */
export async function getAgentSettings(tx: Tx, scope: Scope, id: AgentId): Promise<AgentSettings> {
  return getAnsweringSettings(tx, scope, id, 'draft');
}

/** What answers a conversation: the published settings, or the working copy for a test. Fails with `not_found` or `agent_not_published`. */
export async function getAnsweringSettings(
  tx: Tx,
  scope: Scope,
  id: AgentId,
  copy: 'published' | 'draft',
): Promise<AgentSettings> {
  const row = await findSettings(tx, scope, id);
  if (!row) fail('not_found');
  if (copy === 'draft') return readSettings(row.draft);
  if (row.published === null) fail('agent_not_published');
  return readSettings(row.published);
}

export function findAgentWorkspace(deps: { database: Database; systemScope: SystemScope }, id: AgentId) {
  return deps.database.transaction(deps.systemScope, (tx) => findWorkspaceRow(tx, id));
}
