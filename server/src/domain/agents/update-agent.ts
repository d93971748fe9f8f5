import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { findAgent, updateDraft } from './agents.queries.ts';
import { readAgent } from './get-agent.ts';

/** Saves the working copy. Fails with `conflict` when somebody saved since `draftRevision` was read. */
export async function updateAgent(
  deps: { database: Database },
  member: Member,
  input: { id: AgentId; settings: AgentSettings; draftRevision: number },
): Promise<Agent> {
  demand(member, 'agents.write');
  return deps.database.transaction(member.scope, async (tx) => {
    if (!(await findAgent(tx, member.scope, input.id))) fail('not_found');
    if (!(await updateDraft(tx, member.scope, input.id, input.settings, input.draftRevision))) fail('conflict');
    return readAgent(tx, member, input.id);
  });
}
