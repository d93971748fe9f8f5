import { Failure } from '@antiphon/contract/errors';
import { PERMISSIONS } from '@antiphon/contract/permissions';
import type { Database, Tx } from '../../db/database.ts';
import { holds, LeaseLost } from '../../db/lease.ts';
import type { Scope } from '../../db/scope.ts';
import type { CleanCss, PublishGate } from '../agents/agents.ports.ts';
import { isSameSettings } from '../agents/agents.rules.ts';
import { findCopies } from '../agents/get-agent.ts';
import { modelsOf, probeNew, publishDraft } from '../agents/publish-agent.ts';
import { cleanPublishedCss } from '../agents/published-agent.ts';
import { type LockedAgent, lockSettings, replaceSettings } from '../agents/update-agent.ts';
import type { PlatformKeys } from '../credentials/credentials.ports.ts';
import type { ProbeDeps } from '../credentials/probe-model.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { findRunState } from '../suites/get-run.ts';
import { runNow } from '../suites/start-run.ts';
import { findDraftGate } from '../suites/suite-gate.ts';
import type { WakeSuites } from '../suites/suites.ports.ts';
import { findLink, type LinkRow, lockLink, noteApplied } from './blueprints.queries.ts';
import { demandMergedFlow, mergeTarget } from './merge-target.ts';
import {
  findPush,
  findTarget,
  type Leased,
  lockPush,
  noteStep,
  type PushRow,
  type TargetRow,
} from './pushes.queries.ts';
import { settleTarget } from './settle-target.ts';
import { undoTarget } from './undo-target.ts';

export type PushDeps = ProbeDeps & {
  database: Database;
  cleanCss: CleanCss;
  platformKeys: PlatformKeys;
  publishGate: PublishGate;
  suiteRuns: WakeSuites;
};

/** How soon tests that are run are looked at again. */
const LOOK_MS = 1_000;
const BUSY_MS = 3_000;

type Held = { push: PushRow; target: TargetRow };
type Proven = ReadonlySet<string>;

/**
 * One step of one agent: everything that it changes, and that it is done, is one transaction under the fence of its lease. Whoever takes
 * over from a worker that died finds both or neither.
 */
export async function pushTarget(deps: PushDeps, scope: Scope, one: Leased): Promise<void> {
  const { database } = deps;
  const proven = await proveModels(deps, scope, one);
  if (!proven) return;
  try {
    const published = await database.transaction(scope, async (tx) => {
      const held = await hold(tx, scope, one);
      if (held.push.state === 'undoing')
        return undoTarget(deps, tx, scope, { ...held, one, by: asMember(scope, held.push) });
      return apply(deps, tx, scope, { ...held, one, proven });
    });
    if (published) await cleanPublishedCss(deps, scope, published.id, published.environment);
    deps.suiteRuns.wake();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await refuse(database, scope, one, error);
  }
}

/** What would not pass as a person's own is no failure of ours: it is said, and nothing of it was written. */
async function refuse(database: Database, scope: Scope, one: Leased, { code, message }: Failure) {
  await database.transaction(scope, async (tx) => {
    const { push } = await hold(tx, scope, one);
    // Tests of other agents are running: what was merged stands, and it waits for its turn.
    if (code === 'suite_busy') return noteStep(tx, scope, one, { inMs: BUSY_MS });
    const state = push.state === 'undoing' ? 'not_undone' : 'failed';
    return settleTarget(tx, scope, push, one, { state, reason: 'refused', message });
  });
}

/** Models are asked before anything is locked. Null where there is nothing to do any more. */
async function proveModels(deps: PushDeps, scope: Scope, one: Leased): Promise<Proven | null> {
  const found = await deps.database.transaction(scope, async (tx) => {
    const [push, target] = [await findPush(tx, scope, one.pushId), await findTarget(tx, scope, one)];
    if (!push || !target) return null;
    const link = await findLink(tx, scope, target.agentId);
    const agent = await findCopies(tx, scope, target.agentId);
    return { push, link, agent };
  });
  if (!found) return null;
  const { push, link, agent } = found;
  if (!push.publishes || push.state === 'undoing' || !link || !agent?.tip) return new Set();
  try {
    const { settings } = mergeTarget({ push, link, draft: agent.draft });
    return await probeNew(deps, scope, { id: agent.id, settings, published: modelsOf(agent.tip) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await refuse(deps.database, scope, one, error);
    return null;
  }
}

/** The push's lock comes first, so that its agents are settled one after the other and its waves end once. */
async function hold(tx: Tx, scope: Scope, one: Leased): Promise<Held> {
  const push = await lockPush(tx, scope, one.pushId);
  const target = await findTarget(tx, scope, one);
  if (!push || !target || !holds(target, one.lease) || !isWanted(push, target)) throw new LeaseLost();
  return { push, target };
}

const isWanted = ({ state }: PushRow, target: TargetRow) =>
  state === 'running'
    ? target.state === 'waiting' || target.state === 'testing'
    : state === 'undoing' && target.state === 'undoing';

/** Who began the push publishes by it. */
const asMember = (scope: Scope, { startedByUserId }: PushRow): Member => ({
  ...{ scope, userId: startedByUserId, permissions: PERMISSIONS, client: null },
});

type Step = Held & { one: Leased; proven: Proven };
type Outcome = Pick<TargetRow, 'state'> & Partial<Pick<TargetRow, 'reason' | 'message' | 'version' | 'suiteRunId'>>;

/** Answers the agent where something was published. */
async function apply(deps: PushDeps, tx: Tx, scope: Scope, step: Step) {
  const { push, target, one } = step;
  const agent = await lockSettings(tx, scope, target.agentId);
  const link = await lockLink(tx, scope, target.agentId);
  if (!agent || link?.blueprintId !== push.blueprintId) {
    await settleTarget(tx, scope, push, one, { state: 'failed', reason: 'not_linked' });
    return null;
  }
  const { next, settings, kept, overwritten, missing } = mergeTarget({ push, link, draft: agent.draft });
  if (missing.length > 0) {
    const message = missing.join(', ');
    await settleTarget(tx, scope, push, one, { state: 'failed', reason: 'slots_missing', message });
    return null;
  }
  await demandMergedFlow(tx, scope, { before: agent.draft, after: settings, publishes: push.publishes });
  const isClean = holdsNothingElse(agent, link);
  const isSame = isSameSettings(settings, agent.draft);
  const by = push.startedByUserId;
  const afterRevision = isSame ? agent.draftRevision : await replaceSettings(tx, scope, agent, { draft: settings, by });
  const cleanRevision = isClean ? afterRevision : null;
  await noteApplied(tx, scope, agent.id, { base: next, appliedVersion: push.version, cleanRevision });
  const done = { kept, overwritten, afterRevision, before: beforeOf(target, agent, link) };
  const outcome = await publish(deps, tx, scope, { ...step, agent, settings, isClean });
  if (outcome.state === 'testing') {
    const inMs = outcome.suiteRunId ? LOOK_MS : 0;
    if (!(await noteStep(tx, scope, one, { ...done, ...outcome, inMs }))) throw new LeaseLost();
    return null;
  }
  await settleTarget(tx, scope, push, one, { ...done, ...outcome });
  return outcome.version ? agent : null;
}

/** Publishing such a working copy publishes nothing that people are still at. */
const holdsNothingElse = ({ draft, draftRevision, tip }: LockedAgent, { cleanRevision }: LinkRow) =>
  tip !== null && (cleanRevision === draftRevision || isSameSettings(draft, tip));

/** As it was before the push first changed it. Null where somebody changed it since: nothing of theirs may be taken back. */
function beforeOf(target: TargetRow, agent: LockedAgent, link: LinkRow): TargetRow['before'] {
  if (target.afterRevision !== null) return target.afterRevision === agent.draftRevision ? target.before : null;
  const { draft, draftRevision: revision, tipVersion: publishedVersion } = agent;
  const { base, appliedVersion, cleanRevision } = link;
  return { draft, revision, publishedVersion, base, appliedVersion, cleanRevision };
}

type Publishing = Step & { agent: LockedAgent; settings: LockedAgent['draft']; isClean: boolean };

async function publish(deps: PushDeps, tx: Tx, scope: Scope, step: Publishing): Promise<Outcome> {
  const { push, target, agent, settings, isClean, proven } = step;
  if (!push.publishes) return { state: 'done' };
  if (agent.tip === null) return { state: 'not_published', reason: 'never_published' };
  if (!isClean) return { state: 'not_published', reason: 'unpublished_changes' };
  if (isSameSettings(settings, agent.tip)) return { state: 'done', reason: null };
  // Also where failing tests do not hold up a person: nobody looks at this one.
  const gate = await findDraftGate(tx, scope, agent.id);
  if (gate?.kind === 'failed')
    return { state: 'not_published', reason: 'tests_failed', message: gate.failing.slice(0, 5).join(', ') };
  if (gate) return test(tx, scope, push, target);
  const by = asMember(scope, push);
  const note = `Blueprint version ${push.version}`;
  const version = await publishDraft(deps, tx, by, {
    ...{ agentId: agent.id, environment: agent.environment },
    ...{ draft: settings, note, proven },
  });
  return { state: 'done', reason: null, version };
}

/** What was merged is committed first; then its tests are run and waited for. */
async function test(tx: Tx, scope: Scope, push: PushRow, target: TargetRow): Promise<Outcome> {
  if (target.state !== 'testing') return { state: 'testing', suiteRunId: null };
  const state = target.suiteRunId && (await findRunState(tx, scope, target.suiteRunId));
  if (state === 'stopped') return { state: 'not_published', reason: 'tests_stopped' };
  const { userId, ...by } = asMember(scope, push);
  const suiteRunId =
    state === 'running'
      ? target.suiteRunId
      : await runNow(tx, scope, target.agentId, { userId, actor: actorOf({ userId, ...by }) });
  return { state: 'testing', suiteRunId };
}
