import { fail } from '@antiphon/contract/errors';
import { type AgentId, newSuiteRunId, type SuiteRunId, type UserId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { SuiteRun } from '@antiphon/contract/suites';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { getAgentSettings } from '../agents/get-agent.ts';
import { isBuiltin } from '../answers/model-chain.rules.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { discardTest } from '../conversations/erase-conversation.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { readRun } from './get-run.ts';
import {
  countOpenRuns,
  deleteOldRuns,
  findOpenRun,
  findRun,
  insertRun,
  listTestsUnderWay,
  stopRun as markStopped,
} from './suite-runs.queries.ts';
import type { WakeSuites } from './suites.ports.ts';
import { findDraftMd5, findKnowledgeMd5, listCases, lockSuite } from './suites.queries.ts';

type Deps = { database: Database; systemScope: SystemScope; suiteRuns: WakeSuites };

/** A model says other things each time; the built-in one does not. */
const TRIES_OF_A_MODEL = 3;

/**
 * Tries the working copy with all tests, in the background. Each answer costs what an answer costs. Where the agent's tests are tried
 * already, that run; fails with `suite_empty`, or with `suite_busy` beyond `suiteRunsAtOnce` of the workspace.
 */
export async function startRun(deps: Deps, member: Member, agentId: AgentId): Promise<SuiteRun> {
  demand(member, 'agents.write');
  const { scope } = member;
  const id = await deps.database.transaction(scope, async (tx) => {
    await getAgentSettings(tx, scope, agentId);
    const { edition } = await lockSuite(tx, scope, agentId);
    const open = await findOpenRun(tx, scope, agentId);
    if (open) return open;
    const cases = await listCases(tx, scope, agentId);
    if (cases.length === 0) fail('suite_empty');
    return openRun(tx, scope, { agentId, edition, cases, userId: member.userId, actor: actorOf(member) });
  });
  deps.suiteRuns.wake();
  return readRun(deps, scope, { id: agentId, runId: id });
}

/**
 * What the agent knows has changed by itself. Where it has tests they are tried; a run under way is given up, for its answers would be of
 * both. Throws `suite_busy` as `startRun` does.
 */
export async function runAfterCrawl(
  { database, suiteRuns }: Pick<Deps, 'database' | 'suiteRuns'>,
  scope: Scope,
  agentId: AgentId,
): Promise<void> {
  const isStarted = await database.transaction(scope, async (tx) => {
    if ((await findDraftMd5(tx, scope, agentId)) === null) return false;
    const { edition } = await lockSuite(tx, scope, agentId);
    const cases = await listCases(tx, scope, agentId);
    if (cases.length === 0) return false;
    const open = await findOpenRun(tx, scope, agentId);
    if (open) await endRun(tx, scope, open);
    await openRun(tx, scope, { agentId, edition, cases, userId: null, actor: 'crawler' });
    return true;
  });
  if (isStarted) suiteRuns.wake();
}

/** In the caller's transaction: the run of the working copy as it is now. One of another state of it is given up. */
export async function runNow(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  by: Pick<Opening, 'userId' | 'actor'>,
): Promise<SuiteRunId> {
  const { edition } = await lockSuite(tx, scope, agentId);
  const open = await findOpenRun(tx, scope, agentId);
  if (open) {
    const run = await findRun(tx, scope, open);
    if (run?.settingsMd5 === (await findDraftMd5(tx, scope, agentId))) return open;
    await endRun(tx, scope, open);
  }
  const cases = await listCases(tx, scope, agentId);
  if (cases.length === 0) fail('suite_empty');
  return openRun(tx, scope, { agentId, edition, cases, ...by });
}

type Opening = {
  agentId: AgentId;
  edition: number;
  cases: Awaited<ReturnType<typeof listCases>>;
  userId: UserId | null;
  actor: string;
};

async function openRun(tx: Tx, scope: Scope, { agentId, edition, cases, userId, actor }: Opening): Promise<SuiteRunId> {
  const settings = await getAgentSettings(tx, scope, agentId);
  // Its lock on the workspace's chain makes those of two agents wait for each other: none goes over the limit.
  await recordAudit(tx, scope, { actor, action: 'suite.run', target: agentId });
  if ((await countOpenRuns(tx, scope)) >= limits.suiteRunsAtOnce) fail('suite_busy');
  const run = {
    ...{ id: newSuiteRunId(), agentId, edition, startedByUserId: userId },
    settingsMd5: (await findDraftMd5(tx, scope, agentId))!,
    knowledgeMd5: await findKnowledgeMd5(tx, scope, agentId),
  };
  await insertRun(tx, scope, run, cases, isBuiltin(settings.model) ? 1 : TRIES_OF_A_MODEL);
  await deleteOldRuns(tx, scope, agentId, limits.suiteRunsKept);
  return run.id;
}

/** What is under way is given up. One that has ended stays as it ended. */
export async function stopRun(
  deps: Omit<Deps, 'suiteRuns'>,
  member: Member,
  { id, runId }: { id: AgentId; runId: SuiteRunId },
): Promise<SuiteRun> {
  demand(member, 'agents.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    if ((await findRun(tx, scope, runId))?.agentId !== id) fail('not_found');
    await endRun(tx, scope, runId);
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'suite.stop', target: id });
  });
  return readRun(deps, scope, { id, runId });
}

/** In the caller's transaction: with the conversations that were had for it. */
export async function endRun(tx: Tx, scope: Scope, runId: SuiteRunId): Promise<void> {
  if (!(await markStopped(tx, scope, runId))) return;
  for (const conversationId of await listTestsUnderWay(tx, scope, runId)) await discardTest(tx, scope, conversationId);
}
