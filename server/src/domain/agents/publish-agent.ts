import type { Agent, AgentEnvironment, AgentSettings, FallbackModel } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { modelKey, modelName } from '../answers/model-chain.rules.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { fromCredits } from '../billing/credits.rules.ts';
import type { PlatformKeys } from '../credentials/credentials.ports.ts';
import { sayFailure, sayProbed } from '../credentials/credentials.rules.ts';
import { demandKeys, demandSpeech } from '../credentials/demand-credential.ts';
import { type ProbeDeps, probeModel } from '../credentials/probe-model.ts';
import { emit } from '../events/emit.ts';
import { demandFlow } from '../functions/demand-flow.ts';
import { demandFunctions, demandTools, withKnownFunctions } from '../functions/demand-functions.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { demandSchedule, withKnownSchedule } from '../schedules/demand-schedule.ts';
import { handOf } from './agent-people.ts';
import { demandPublish } from './agents.policy.ts';
import type { CleanCss, PublishGate } from './agents.ports.ts';
import {
  deleteOldVersions,
  findAgent,
  findVersion,
  insertVersion,
  lockAgent,
  rewriteDraft,
  updateDraft,
} from './agents.queries.ts';
import { isPromptAlone, isSameSettings, readSettings, tipOf } from './agents.rules.ts';
import { getAgentSettings, readAgent } from './get-agent.ts';
import { cleanPublishedCss } from './published-agent.ts';

type Deps = ProbeDeps & {
  database: Database;
  cleanCss: CleanCss;
  platformKeys: PlatformKeys;
  publishGate: PublishGate;
};
/** Counts a call to a model before it is made. */
type Reserve = () => Promise<void>;

const UNFINISHED = {
  message: 'Your provider has changes in this agent that are not ready yet. Please ask them to publish.',
};

/**
 * Makes the working copy the immutable next version, of `staging` where that is on, else live. Fails with `nothing_to_publish` when it
 * equals the one there, with
 * `model_key_missing` or `model_cannot_answer` when one of its models could answer nobody, and with `conflict` when a client would
 * publish more than its prompt: what the agency is still at goes out with nobody else's word. `override`: although its tests do not
 * pass.
 */
export async function publishAgent(
  deps: Deps,
  member: Member,
  input: { id: AgentId; note: string; override?: boolean },
  reserve: Reserve = async () => {},
): Promise<Agent> {
  demandPublish(member);
  const proven = await proveModels(deps, member.scope, input.id, null, reserve);
  const moved = await deps.database.transaction(member.scope, async (tx) => {
    const agent = await lockAgent(tx, member.scope, input.id);
    if (!agent) fail('not_found');
    const draft = readSettings(agent.draft);
    const tip = tipOf(agent);
    if (tip.number !== null) {
      const last = await findVersion(tx, member.scope, agent.id, tip.number);
      const before = last && readSettings(last.settings);
      if (before && isSameSettings(before, draft)) fail('nothing_to_publish');
      if (before && member.client && !isPromptAlone(before, draft)) fail('conflict', UNFINISHED);
    }
    const { note, override: isOverridden = false } = input;
    const { environment } = tip;
    await publishDraft(deps, tx, member, { agentId: agent.id, environment, draft, note, proven, isOverridden });
    return environment;
  });
  await cleanPublishedCss(deps, member.scope, input.id, moved);
  return readAgent(deps, member, input.id);
}

type Draft = {
  agentId: AgentId;
  /** That publishing moves. */
  environment: AgentEnvironment;
  draft: AgentSettings;
  note: string;
  /** Models that answered before the transaction. */
  proven: ReadonlySet<string>;
  isOverridden?: boolean;
};

/** In the caller's transaction, under the agent's lock; answers the number of the version. */
export async function publishDraft(
  deps: Pick<Deps, 'platformKeys' | 'publishGate'>,
  tx: Tx,
  member: Member,
  { agentId, environment, draft, note, proven, isOverridden = false }: Draft,
): Promise<number> {
  await demandKeys(tx, member.scope, draft.model, deps.platformKeys);
  await demandSpeech(tx, member.scope, draft.voice);
  await demandSchedule(tx, member.scope, draft);
  await demandFunctions(tx, member.scope, draft);
  await demandTools(tx, member.scope, draft);
  // Somebody chose another model while these were asked.
  if (modelsOf(draft).some((model) => !proven.has(modelKey(model)))) fail('conflict');
  const passed = { versionMd5: null, isOverridden };
  const number = await addVersion(deps, tx, member, { agentId, environment, settings: draft, note, passed });
  await rewriteDraft(tx, member.scope, agentId, draft);
  return number;
}

/** What visitors had is published again, whatever its tests say: they had it before. In the caller's transaction, as `publishDraft`. */
export async function publishAgain(
  deps: Pick<Deps, 'publishGate'>,
  tx: Tx,
  member: Member,
  {
    agentId,
    environment,
    number,
    note,
  }: { agentId: AgentId; environment: AgentEnvironment; number: number; note: string },
): Promise<number> {
  const version = (await findVersion(tx, member.scope, agentId, number)) ?? fail('not_found');
  const passed = { versionMd5: version.settingsMd5, isOverridden: true };
  const settings = readSettings(version.settings);
  return addVersion(deps, tx, member, { agentId, environment, settings, note, passed });
}

/**
 * An earlier version becomes the working copy and, as a new version, live. Where `staging` is on it and the working copy stay as they
 * are: what is worked on is not what visitors are helped with. History is never rewritten.
 */
export async function restoreVersion(
  deps: Deps,
  member: Member,
  input: { id: AgentId; number: number; override?: boolean },
  reserve: Reserve = async () => {},
): Promise<Agent> {
  demand(member, 'agents.publish');
  // It would be published at once with a model that cannot be asked.
  await proveModels(deps, member.scope, input.id, input.number, reserve);
  await deps.database.transaction(member.scope, async (tx) => {
    const agent = await lockAgent(tx, member.scope, input.id);
    const version = agent && (await findVersion(tx, member.scope, agent.id, input.number));
    if (!agent || !version) fail('not_found');
    const stored = await withKnownSchedule(tx, member.scope, readSettings(version.settings));
    const settings = await withKnownFunctions(tx, member.scope, stored);
    await demandKeys(tx, member.scope, settings.model, deps.platformKeys);
    const { draftRevision: revision } = agent;
    if (agent.stagingVersion === null)
      await updateDraft(tx, member.scope, agent.id, { draft: settings, revision, by: handOf(member) });
    const note = `Restored from version ${input.number}`;
    const passed = { versionMd5: version.settingsMd5, isOverridden: input.override === true };
    await addVersion(deps, tx, member, { agentId: agent.id, environment: 'live', settings, note, passed });
  });
  await cleanPublishedCss(deps, member.scope, input.id, 'live');
  return readAgent(deps, member, input.id);
}

/**
 * Asks each model that visitors do not have yet for one word, before anything is written, and answers all that may be published.
 * Of the working copy, or of a version. A limit that is reached for now is no reason: the key works.
 */
async function proveModels(
  deps: Deps,
  scope: Scope,
  id: AgentId,
  number: number | null,
  reserve: Reserve,
): Promise<ReadonlySet<string>> {
  const { settings, published } = await deps.database.transaction(scope, async (tx) => {
    const agent = await findAgent(tx, scope, id);
    if (!agent) fail('not_found');
    const version = number === null ? null : ((await findVersion(tx, scope, id, number)) ?? fail('not_found'));
    const wanted = readSettings(version ? version.settings : agent.draft);
    await demandKeys(tx, scope, wanted.model, deps.platformKeys);
    return { settings: wanted, published: agent.tip === null ? [] : modelsOf(readSettings(agent.tip)) };
  });
  return probeNew(deps, scope, { id, settings, published }, reserve);
}

/** Asks those models of the settings that are not among the published ones. */
export async function probeNew(
  deps: ProbeDeps,
  scope: Scope,
  { id, settings, published }: { id: AgentId; settings: AgentSettings; published: readonly FallbackModel[] },
  reserve: Reserve = async () => {},
): Promise<ReadonlySet<string>> {
  const proven = new Set(published.map(modelKey));
  for (const model of modelsOf(settings)) {
    if (proven.has(modelKey(model))) continue;
    if (model.provider !== 'builtin') await reserve();
    const failure = await probeModel(deps, scope, model, payerOf(id, settings));
    if (failure && failure.kind !== 'rate_limited') {
      const message = `${modelName(model)} cannot answer. ${sayFailure(failure)}`;
      fail('model_cannot_answer', { message, issues: [{ path: 'settings.model', message }] });
    }
    proven.add(modelKey(model));
  }
  return proven;
}

/** Says whether a model answers with its key, and what it says where it does not. */
export async function testModel(
  deps: Deps,
  member: Member,
  { id, ...model }: FallbackModel & { id: AgentId },
  reserve: Reserve,
): Promise<{ success: boolean; message: string; ms: number }> {
  demand(member, 'agents.write');
  const settings = await deps.database.transaction(member.scope, (tx) => getAgentSettings(tx, member.scope, id));
  await reserve();
  const startedMs = performance.now();
  const failure = await probeModel(deps, member.scope, model, payerOf(id, settings));
  return sayProbed(model.model, failure, Math.round(performance.now() - startedMs));
}

export const modelsOf = ({ model }: AgentSettings): FallbackModel[] => [model, ...model.fallbacks];

function payerOf(agentId: AgentId, { limits: { monthlyCredits } }: AgentSettings) {
  return { agentId, monthlyLimitMicro: monthlyCredits === null ? null : fromCredits(monthlyCredits) };
}

type NewVersion = Pick<Draft, 'agentId' | 'environment' | 'note'> & {
  settings: AgentSettings;
  passed: Omit<Parameters<PublishGate>[2], 'agentId'>;
};

/** Every way to publish ends here, and none of them goes past the tests, or with a flow in which visitors get stuck. */
async function addVersion(
  deps: Pick<Deps, 'publishGate'>,
  tx: Tx,
  member: Member,
  { passed, environment, ...version }: NewVersion,
): Promise<number> {
  await demandFlow(tx, member.scope, version.settings);
  await deps.publishGate(tx, member, { agentId: version.agentId, ...passed });
  const number = await insertVersion(tx, member.scope, { ...version, authorUserId: handOf(member) }, environment);
  await deleteOldVersions(tx, member.scope, version.agentId, limits.versionsKept);
  await tellMoved(tx, member, version.agentId, { action: 'agent.publish', environment, number });
  return number;
}

/** Visitors of an environment get another version from now on. */
export async function tellMoved(
  tx: Tx,
  member: Member,
  agentId: AgentId,
  { action, environment, number }: { action: string; environment: AgentEnvironment; number: number },
): Promise<void> {
  const details = { number, environment };
  await recordAudit(tx, member.scope, { actor: actorOf(member), action, target: agentId, details });
  const payload = { agentId, version: number, environment };
  await emit(tx, member.scope, { type: 'agent_published', payload });
}
