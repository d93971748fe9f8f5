import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { FlowLayout } from '@antiphon/contract/flows';
import { type AgentId, newAgentId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { demandWithin } from '../entitlements/demand-within.ts';
import { emit } from '../events/emit.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { findAgent, insertAgent } from './agents.queries.ts';
import { copySettings, readSettings } from './agents.rules.ts';
import { readAgent } from './get-agent.ts';

/**
 * An unpublished agent with the working copy's settings (theme and model among them), canvas and tags. The documents follow in the
 * background (`copy_knowledge`), since there may be thousands of them.
 */
export async function duplicateAgent(deps: { database: Database }, member: Member, id: AgentId): Promise<Agent> {
  demand(member, 'agents.write');
  const { scope } = member;
  const copyId = newAgentId();
  await deps.database.transaction(scope, async (tx) => {
    const original = await readCopy(tx, scope, id);
    await addCopy(tx, member, { ...original, id: copyId, settings: copySettings(original.settings) });
    await emit(tx, scope, { type: 'agent_duplicated', payload: { agentId: copyId, fromAgentId: id } });
  });
  return readAgent(deps, member, copyId);
}

type Copy = { settings: AgentSettings; positions: FlowLayout; tags: string[] };

/** What another agent is made of: the working copy and what belongs to it. Fails with `not_found`. */
export async function readCopy(tx: Tx, scope: Scope, id: AgentId): Promise<Copy> {
  const { draft, flowLayout, tags } = (await findAgent(tx, scope, id)) ?? fail('not_found');
  return { settings: readSettings(draft), positions: flowLayout, tags };
}

/** An unpublished agent of it. Fails with what the plan of the workspace says of one agent more. */
export async function addCopy(tx: Tx, member: Member, { id, settings, positions, tags }: Copy & { id: AgentId }) {
  const { scope } = member;
  await insertAgent(tx, {
    id,
    workspaceUid: scope.workspaceUid,
    draft: settings,
    flowLayout: positions,
    tags,
    updatedByUserId: member.userId,
  });
  await demandWithin(tx, scope, 'maxAgents', { isClient: member.client !== null });
}
