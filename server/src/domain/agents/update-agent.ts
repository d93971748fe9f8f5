import type { Agent, AgentEnvironment, AgentSettings } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import type { AgentId } from '@antiphon/contract/ids';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { demandCredentials, demandSpeech } from '../credentials/demand-credential.ts';
import { demandFunctions } from '../functions/demand-functions.ts';
import { demand, type Member } from '../identity/identity.policy.ts';
import { demandSchedule } from '../schedules/demand-schedule.ts';
import { type Hand, handOf, listHands } from './agent-people.ts';
import { demandWrite } from './agents.policy.ts';
import { type AgentRow, findAgent, findVersion, lockAgent, updateDraft, updateTags } from './agents.queries.ts';
import { cleanTags, isPromptAlone, nameOfSite, readSettings, tipOf } from './agents.rules.ts';
import { readAgent, readLive } from './get-agent.ts';

type Deps = { database: Database; systemScope: SystemScope };

/**
 * Saves the working copy. Fails with `conflict` when somebody saved since `draftRevision` was read, and says who; with
 * `invalid_input` when it names a credential, schedule or function that the workspace does not have; with `forbidden` when a client changes more than
 * the prompt: what an agent costs and may do is the agency's.
 */
export async function updateAgent(
  deps: Deps,
  member: Member,
  input: { id: AgentId; settings: AgentSettings; draftRevision: number },
): Promise<Agent> {
  demandWrite(member);
  const { id, settings, draftRevision: revision } = input;
  const refused = await deps.database.transaction(member.scope, async (tx) => {
    const newer = await findAgent(tx, member.scope, id);
    if (!newer) fail('not_found');
    if (member.client && !isPromptAlone(readSettings(newer.draft), settings)) fail('forbidden');
    await demandCredentials(tx, member.scope, settings.model);
    await demandSpeech(tx, member.scope, settings.voice);
    await demandSchedule(tx, member.scope, settings);
    await demandFunctions(tx, member.scope, settings);
    const isSaved = await updateDraft(tx, member.scope, id, { draft: settings, revision, by: handOf(member) });
    return isSaved ? null : newer;
  });
  return refused ? refuse(deps, member, refused) : readAgent(deps, member, id);
}

/** An agent under its lock, for another slice that changes it in its own transaction. */
export type LockedAgent = {
  id: AgentId;
  draft: AgentSettings;
  draftRevision: number;
  /** Live. */
  publishedVersion: number | null;
  published: AgentSettings | null;
  /** That publishing moves, and what it replaces there. */
  environment: AgentEnvironment;
  tipVersion: number | null;
  tip: AgentSettings | null;
};

/** Null where it is not there any more. */
export async function lockSettings(tx: Tx, scope: Scope, id: AgentId): Promise<LockedAgent | null> {
  const agent = await lockAgent(tx, scope, id);
  if (!agent) return null;
  const { draftRevision, publishedVersion } = agent;
  const { environment, number: tipVersion } = tipOf(agent);
  const version = tipVersion === null ? null : await findVersion(tx, scope, id, tipVersion);
  const tip = version && readSettings(version.settings);
  const published = await readLive(tx, scope, agent, tip);
  const draft = readSettings(agent.draft);
  return { id, draft, draftRevision, publishedVersion, published, environment, tipVersion, tip };
}

/** Saves its working copy by the rules of `updateAgent`; answers the revision that it has then. */
export async function replaceSettings(
  tx: Tx,
  scope: Scope,
  { id, draftRevision: revision }: LockedAgent,
  { draft, by }: { draft: AgentSettings; by: Hand },
): Promise<number> {
  await demandCredentials(tx, scope, draft.model);
  await demandSpeech(tx, scope, draft.voice);
  await demandSchedule(tx, scope, draft);
  await demandFunctions(tx, scope, draft);
  if (!(await updateDraft(tx, scope, id, { draft, revision, by }))) fail('conflict');
  return revision + 1;
}

async function refuse(deps: Deps, member: Member, newer: AgentRow): Promise<never> {
  const nameOf = await listHands(deps, member.scope, [newer.updatedByUserId]);
  const time = newer.updatedAt.toISOString();
  fail('conflict', {
    message: `${nameOf(newer.updatedByUserId)} saved this agent at ${time}. Reload to see the newer state.`,
  });
}

/**
 * An agent that was made from a website is called as the site calls itself, once that has been read. One that somebody named
 * otherwise, or published, keeps its name.
 */
export async function nameBySite(
  tx: Tx,
  scope: Scope,
  id: AgentId,
  { knownBy, siteName }: { knownBy: string; siteName: string },
): Promise<void> {
  const agent = await lockAgent(tx, scope, id);
  if (!agent || agent.publishedVersion !== null) return;
  const draft = readSettings(agent.draft);
  const title = nameOfSite(siteName);
  if (draft.title !== nameOfSite(knownBy) || title === '') return;
  await updateDraft(tx, scope, id, {
    draft: { ...draft, title },
    revision: agent.draftRevision,
    by: agent.updatedByUserId,
  });
}

/** Tags are the workspace's own order, no part of the settings: nothing has to be published. */
export async function setTags(
  deps: { database: Database },
  member: Member,
  input: { id: AgentId; tags: string[] },
): Promise<string[]> {
  demand(member, 'agents.write');
  const tags = await deps.database.transaction(member.scope, (tx) =>
    updateTags(tx, member.scope, input.id, cleanTags(input.tags)),
  );
  return tags ?? fail('not_found');
}
