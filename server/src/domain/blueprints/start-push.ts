import { missingSlots } from '@antiphon/contract/blueprint-parts';
import type { BlueprintPush, PushState } from '@antiphon/contract/blueprints';
import { fail } from '@antiphon/contract/errors';
import { type AgentId, newBlueprintPushId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database, Tx } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { lockSettings } from '../agents/update-agent.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { WakePushes } from './blueprints.ports.ts';
import { findLocked, listFollowers } from './blueprints.queries.ts';
import { demandPush, getPush, type PushName } from './get-push.ts';
import { LAST_WAVE, waveOf } from './push-waves.rules.ts';
import {
  clearOldPushes,
  hasOpenPush,
  insertPush,
  listPushes,
  lockPush,
  type Move,
  moveTargets,
  OPEN,
  SETTLED_BADLY,
  updatePush,
} from './pushes.queries.ts';

type Deps = { database: Database; systemScope: SystemScope; pushes: WakePushes };
type Wanted = {
  id: AgentId;
  version: number;
  publishes: boolean;
  inWaves: boolean;
  agentIds?: AgentId[] | undefined;
};

/** Names in a message. */
const NAMED_MAX = 5;

/**
 * Pushes the published version, in the background. Fails with `conflict` where another was published since `version` was looked at, with
 * `blueprint_busy` while one is under way, and with `blueprint_slots_missing`, by name, where an agent could not be told what to say.
 */
export async function startPush(deps: Deps, member: Member, wanted: Wanted): Promise<BlueprintPush> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const { id, version, publishes, inWaves } = wanted;
  const pushId = newBlueprintPushId();
  await deps.database.transaction(scope, async (tx) => {
    const blueprint = (await lockSettings(tx, scope, id)) ?? fail('not_found');
    if (!blueprint.published) fail('blueprint_unpublished');
    if (blueprint.publishedVersion !== version) fail('conflict');
    const settings = blueprint.published;
    const followers = await listFollowers(tx, scope, id, wanted.agentIds ?? null);
    if (wanted.agentIds && followers.length < new Set(wanted.agentIds).size) fail('not_found');
    if (followers.length === 0) fail('blueprint_empty');
    if (await hasOpenPush(tx, scope, id)) fail('blueprint_busy');
    demandSlots(followers.map((one) => ({ ...one, missing: missingSlots(settings, one.slots) })));
    await clearOldPushes(tx, scope, id, limits.blueprintPushesKept - 1);
    const targets = followers.map(({ agentId }, at) => ({ agentId, wave: waveOf(at, followers.length, inWaves) }));
    const locked = await findLocked(tx, scope, id);
    const push = { id: pushId, blueprintId: id, version, settings, locked, publishes, inWaves };
    const startedByUserId = member.userId;
    await insertPush(tx, scope, { ...push, wave: inWaves ? 0 : LAST_WAVE, startedByUserId }, targets);
    const details = { push: pushId, version, publishes, agents: targets.length };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'blueprint.push', target: id, details });
  });
  deps.pushes.wake();
  return getPush(deps, scope, { id, pushId });
}

function demandSlots(followers: { agentId: AgentId; title: string | null; missing: string[] }[]) {
  const lacking = followers.filter(({ missing }) => missing.length > 0);
  if (lacking.length === 0) return;
  const named = lacking.slice(0, NAMED_MAX).map(({ title, missing }) => `“${title}” (${missing.join(', ')})`);
  const more = lacking.length > NAMED_MAX ? ` and ${lacking.length - NAMED_MAX} more` : '';
  fail('blueprint_slots_missing', {
    message: `These agents have no value for a slot yet: ${named.join(', ')}${more}.`,
    issues: lacking.flatMap(({ agentId, missing }) =>
      missing.map((name) => ({ path: `slots.${agentId}.${name}`, message: 'Please enter something here.' })),
    ),
  });
}

type Change = {
  action: string;
  /** What it must be to be changed. */
  from: readonly PushState[];
  to: PushState;
  targets?: Move;
  /** Only the newest: later ones were built on it. */
  isNewest: boolean;
};

/** Fails with `blueprint_settled` where the push is not, or not any more, in a state in which that can be done. */
async function changePush(deps: Deps, member: Member, name: PushName, change: Change): Promise<BlueprintPush> {
  demand(member, 'agents.publish');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    await demandPush(tx, scope, name);
    // As when one begins: nobody begins another meanwhile.
    if (!(await lockSettings(tx, scope, name.id))) fail('not_found');
    const push = await lockPush(tx, scope, name.pushId);
    if (!push || !change.from.includes(push.state)) fail('blueprint_settled');
    if (change.isNewest && !(await isNewest(tx, member, name))) fail('blueprint_settled');
    const moved = change.targets ? await moveTargets(tx, scope, push.id, change.targets) : 0;
    if (change.targets && change.to !== 'stopped' && moved === 0) fail('blueprint_settled');
    await updatePush(tx, scope, push.id, { state: change.to });
    const details = { push: push.id };
    await recordAudit(tx, scope, { actor: actorOf(member), action: change.action, target: name.id, details });
  });
  deps.pushes.wake();
  return getPush(deps, scope, name);
}

const isNewest = async (tx: Tx, { scope }: Member, { id, pushId }: PushName) =>
  (await listPushes(tx, scope, id, 1))[0]?.id === pushId;

/** What is done stays done. */
export const stopPush = (deps: Deps, member: Member, name: PushName) =>
  changePush(deps, member, name, {
    action: 'blueprint.stop',
    ...{ from: ['running', 'paused'], to: 'stopped', isNewest: false },
    targets: { from: [...OPEN], to: 'stopped' },
  });

/** With the next wave, although something failed in this one. */
export const goOn = (deps: Deps, member: Member, name: PushName) =>
  changePush(deps, member, name, {
    action: 'blueprint.continue',
    ...{ from: ['paused'], to: 'running', isNewest: true },
  });

/** What failed, was not published or was not reached. */
export const retryPush = (deps: Deps, member: Member, name: PushName) =>
  changePush(deps, member, name, {
    action: 'blueprint.retry',
    ...{ from: ['paused', 'stopped', 'done'], to: 'running', isNewest: true },
    targets: { from: [...SETTLED_BADLY], to: 'waiting' },
  });

/** Each agent that nobody changed since is as it was before. */
export const rollBackPush = (deps: Deps, member: Member, name: PushName) =>
  changePush(deps, member, name, {
    action: 'blueprint.roll_back',
    ...{ from: ['paused', 'stopped', 'done', 'undone'], to: 'undoing', isNewest: true },
    targets: { from: ['done', 'not_published', 'not_undone'], changedIn: ['stopped', 'failed'], to: 'undoing' },
  });
