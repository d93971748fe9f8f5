import { fillSlots, type SlotValues } from '@antiphon/contract/blueprint-parts';
import type { Override } from '@antiphon/contract/blueprints';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newAgentId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { addCopy, readCopy } from '../agents/duplicate-agent.ts';
import { type LockedAgent, lockSettings } from '../agents/update-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import {
  countLinks,
  deleteLink,
  findLink,
  insertLink,
  lockLink,
  saveLocked,
  saveSlots as storeSlots,
} from './blueprints.queries.ts';
import { listOverrides } from './merge-settings.rules.ts';

type Deps = { database: Database };
type Pair = { id: AgentId; agentId: AgentId };
type Slots = Record<string, string>;

/** Two who link at once neither make a chain nor go over the limit. */
async function lockBoth(tx: Tx, scope: Scope, { id, agentId }: Pair) {
  const locked = new Map<AgentId, LockedAgent | null>();
  for (const one of [id, agentId].sort()) locked.set(one, await lockSettings(tx, scope, one));
  return { blueprint: locked.get(id) ?? null, agent: locked.get(agentId) ?? null };
}

/** Of a blueprint under its lock. */
async function demandRoom(tx: Tx, scope: Scope, id: AgentId) {
  if (await findLink(tx, scope, id)) fail('blueprint_chain');
  if ((await countLinks(tx, scope, id)) >= limits.blueprintLinksMax) fail('blueprint_link_limit_reached');
}

function readPublished(of: LockedAgent, slots: SlotValues) {
  if (!of.published || of.publishedVersion === null) fail('blueprint_unpublished');
  return { base: fillSlots(of.published, slots), appliedVersion: of.publishedVersion };
}

/**
 * Lets an agent follow a blueprint from its published version on. Nothing in it changes: what it says otherwise than the blueprint is
 * listed, and kept by every push.
 */
export async function linkAgent(
  { database }: Deps,
  member: Member,
  { slots, ...pair }: Pair & { slots: Slots },
): Promise<{ overrides: Override[] }> {
  demand(member, 'agents.write');
  const { scope } = member;
  return database.transaction(scope, async (tx) => {
    const { blueprint, agent } = await lockBoth(tx, scope, pair);
    if (!blueprint || !agent) fail('not_found');
    await demandRoom(tx, scope, pair.id);
    const { base, appliedVersion } = readPublished(blueprint, slots);
    if (pair.id === pair.agentId || (await countLinks(tx, scope, pair.agentId)) > 0) fail('blueprint_chain');
    if (await findLink(tx, scope, pair.agentId)) fail('blueprint_linked');
    const { id: blueprintId, agentId } = pair;
    await insertLink(tx, scope, { agentId, blueprintId, appliedVersion, base, slots, cleanRevision: null });
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'blueprint.link', target: agentId });
    return { overrides: listOverrides(base, agent.draft) };
  });
}

/** An agent with the settings and the canvas of the published version, without what the blueprint knows, and unpublished. */
export async function createLinked(
  { database }: Deps,
  member: Member,
  { id, title, slots }: { id: AgentId; title: string; slots: Slots },
): Promise<{ agentId: AgentId }> {
  demand(member, 'agents.write');
  const { scope } = member;
  const agentId = newAgentId();
  await database.transaction(scope, async (tx) => {
    const blueprint = await lockSettings(tx, scope, id);
    if (!blueprint) fail('not_found');
    await demandRoom(tx, scope, id);
    const { base, appliedVersion } = readPublished(blueprint, slots);
    await addCopy(tx, member, { ...(await readCopy(tx, scope, id)), id: agentId, settings: { ...base, title } });
    await insertLink(tx, scope, { agentId, blueprintId: id, appliedVersion, base, slots, cleanRevision: null });
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'blueprint.create', target: agentId });
  });
  return { agentId };
}

/** Under its lock. Fails with `not_found` where the agent does not follow the blueprint. */
async function demandLink(tx: Tx, scope: Scope, { id, agentId }: Pair) {
  const link = await lockLink(tx, scope, agentId);
  if (link?.blueprintId !== id) fail('not_found');
}

/** It stays as it is; what was pushed stays in it. */
export async function unlinkAgent({ database }: Deps, member: Member, pair: Pair): Promise<void> {
  demand(member, 'agents.write');
  const { scope } = member;
  await database.transaction(scope, async (tx) => {
    await demandLink(tx, scope, pair);
    await deleteLink(tx, scope, pair.agentId);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'blueprint.unlink', target: pair.agentId });
  });
}

/** They stand in the agent from the next push on. */
export async function saveSlots(
  { database }: Deps,
  member: Member,
  { slots, ...pair }: Pair & { slots: Slots },
): Promise<{ slots: Slots }> {
  demand(member, 'agents.write');
  const { scope } = member;
  await database.transaction(scope, async (tx) => {
    await demandLink(tx, scope, pair);
    await storeSlots(tx, scope, pair.agentId, slots);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'blueprint.slots', target: pair.agentId });
  });
  return { slots };
}

export async function lockPaths(
  { database }: Deps,
  member: Member,
  { id, locked }: { id: AgentId; locked: string[] },
): Promise<{ locked: string[] }> {
  demand(member, 'agents.write');
  const { scope } = member;
  const paths = [...new Set(locked)].sort();
  await database.transaction(scope, async (tx) => {
    if (!(await lockSettings(tx, scope, id))) fail('not_found');
    await saveLocked(tx, scope, id, paths);
    const details = { locked: paths };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'blueprint.lock', target: id, details });
  });
  return { locked: paths };
}
