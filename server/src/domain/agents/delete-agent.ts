import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { markDeleted } from './agents.queries.ts';

/** Into the trash: the agent answers nobody and stands in no list from this moment on. The purge deletes it later. */
export async function deleteAgent(deps: { database: Database }, member: Member, id: AgentId): Promise<void> {
  demand(member, 'agents.write');
  await deps.database.transaction(member.scope, async (tx) => {
    if (!(await markDeleted(tx, member.scope, id))) fail('not_found');
    await recordAudit(tx, member.scope, { actor: actorOf(member), action: 'agent.delete', target: id });
    await emit(tx, member.scope, { type: 'agent_deleted', payload: { agentId: id } });
  });
}
