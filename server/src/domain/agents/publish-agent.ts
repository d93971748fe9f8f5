import type { Agent, AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { PlatformKeys } from '../credentials/credentials.ports.ts';
import { demandModel } from '../credentials/demand-credential.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { handOf } from './agent-people.ts';
import { demandPublish } from './agents.policy.ts';
import type { CleanCss } from './agents.ports.ts';
import { deleteOldVersions, findVersion, insertVersion, lockAgent, updateDraft } from './agents.queries.ts';
import { isPromptAlone, isSameSettings, readSettings } from './agents.rules.ts';
import { readAgent } from './get-agent.ts';
import { cleanPublishedCss } from './published-agent.ts';

type Deps = { database: Database; cleanCss: CleanCss; platformKeys: PlatformKeys };

const UNFINISHED = {
  message: 'Your provider has changes in this agent that are not ready yet. Please ask them to publish.',
};

/**
 * Makes the working copy the immutable next version. Fails with `nothing_to_publish` when it equals the published one, with
 * `model_key_missing` when its model could answer nobody, and with `conflict` when a client would publish more than its prompt: what the agency is still at goes out with nobody else's word.
 */
export async function publishAgent(deps: Deps, member: Member, input: { id: AgentId; note: string }): Promise<Agent> {
  demandPublish(member);
  await deps.database.transaction(member.scope, async (tx) => {
    const agent = await lockAgent(tx, member.scope, input.id);
    if (!agent) fail('not_found');
    const draft = readSettings(agent.draft);
    if (agent.publishedVersion !== null) {
      const last = await findVersion(tx, member.scope, agent.id, agent.publishedVersion);
      const before = last && readSettings(last.settings);
      if (before && isSameSettings(before, draft)) fail('nothing_to_publish');
      if (before && member.client && !isPromptAlone(before, draft)) fail('conflict', UNFINISHED);
    }
    await demandModel(tx, member.scope, draft.model, deps.platformKeys);
    await addVersion(tx, member, { agentId: agent.id, settings: draft, note: input.note });
  });
  await cleanPublishedCss(deps, member.scope, input.id);
  return readAgent(deps, member, input.id);
}

/** An earlier version becomes the working copy and, as a new version, the published one. History is never rewritten. */
export async function restoreVersion(
  deps: Deps,
  member: Member,
  input: { id: AgentId; number: number },
): Promise<Agent> {
  demand(member, 'agents.publish');
  await deps.database.transaction(member.scope, async (tx) => {
    const agent = await lockAgent(tx, member.scope, input.id);
    const version = agent && (await findVersion(tx, member.scope, agent.id, input.number));
    if (!agent || !version) fail('not_found');
    const settings = readSettings(version.settings);
    // It would be published at once with a model that cannot be asked.
    await demandModel(tx, member.scope, settings.model, deps.platformKeys);
    await updateDraft(tx, member.scope, agent.id, {
      draft: settings,
      revision: agent.draftRevision,
      by: handOf(member),
    });
    await addVersion(tx, member, { agentId: agent.id, settings, note: `Restored from version ${input.number}` });
  });
  await cleanPublishedCss(deps, member.scope, input.id);
  return readAgent(deps, member, input.id);
}

async function addVersion(
  tx: Tx,
  member: Member,
  version: { agentId: AgentId; settings: AgentSettings; note: string },
) {
  const number = await insertVersion(tx, member.scope, { ...version, authorUserId: handOf(member) });
  await deleteOldVersions(tx, member.scope, version.agentId, limits.versionsKept);
  await recordAudit(tx, member.scope, {
    actor: actorOf(member),
    action: 'agent.publish',
    target: version.agentId,
    details: { number },
  });
  await emit(tx, member.scope, { type: 'agent_published', payload: { agentId: version.agentId, version: number } });
}
