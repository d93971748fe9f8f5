import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import { LeaseLost } from '../../db/lease.ts';
import { type LeasedRunner, startLeasedRunner } from '../../db/run-leased.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { discardTest } from '../conversations/erase-conversation.ts';
import { verdictOf } from './judge-reply.rules.ts';
import { endRun } from './start-run.ts';
import {
  findResult,
  findRun,
  noteTry,
  type ResultRow,
  type RunRow,
  renewResult,
  settleResult,
} from './suite-runs.queries.ts';
import { findDraftMd5 } from './suites.queries.ts';
import { type ClaimedResult, claimResults, clearLeases } from './suites.system.queries.ts';
import { type TryDeps, tryCase } from './try-case.ts';

/** Of this process, and of one workspace in all of them: a suite is a crowd of visitors. */
const AT_ONCE = 8;
const PER_WORKSPACE = 4;
const LEASE_MS = 15_000;

export type SuiteDeps = TryDeps & {
  log: Logger;
  systemScope: SystemScope;
  makeScope: (uid: WorkspaceUid) => Scope;
  leaseMs?: number;
};

/** Tries what waits for its verdict. A process that only answers requests leaves it to the others, who find it by looking. */
export function startSuiteRunner(deps: SuiteDeps): Promise<LeasedRunner> {
  const { database, systemScope, leaseMs = LEASE_MS } = deps;
  return startLeasedRunner(deps, {
    noun: 'test of an agent',
    atOnce: AT_ONCE,
    dueAs: 'suiteResult',
    leaseMs,
    clearLeases: (tx) => clearLeases(tx, systemScope),
    claim: (tx, claim) => claimResults(tx, systemScope, { ...claim, perWorkspace: PER_WORKSPACE }),
    renew(row) {
      const scope = deps.makeScope(row.workspaceUid);
      return database.transaction(scope, (tx) => renewResult(tx, scope, row, leaseMs));
    },
    work: (row, signal) => work(deps, deps.makeScope(row.workspaceUid), row, signal),
    about: ({ runId, position }) => ({ runId, position }),
  });
}

/** Tries that ended are kept: who takes over goes on behind them. */
async function work(deps: SuiteDeps, scope: Scope, claimed: ClaimedResult, signal: AbortSignal): Promise<void> {
  const { database } = deps;
  const found = await database.transaction(scope, async (tx) => {
    const run = await findRun(tx, scope, claimed.runId);
    const result = await findResult(tx, scope, claimed);
    // What a dead worker began.
    if (result?.conversationId) await discardTest(tx, scope, result.conversationId);
    return run && result ? { run, result } : null;
  });
  if (!found) return;
  const { run } = found;
  let { result }: { result: ResultRow } = found;
  while (result.said.length < result.repeats) {
    if (await endIfStale(deps, scope, run)) return;
    const one = { agentId: run.agentId, script: result.script };
    const tried = await tryCase(deps, scope, one, signal, async (tx, conversationId) => {
      if (!(await noteTry(tx, scope, claimed, { conversationId }))) throw new LeaseLost();
    });
    // Somebody changed the agent while it answered.
    if (await endIfStale(deps, scope, run)) return;
    result = await database.transaction(scope, async (tx) => {
      const now = await findResult(tx, scope, claimed);
      const said = [...result.said, tried];
      if (now?.conversationId) await discardTest(tx, scope, now.conversationId);
      if (!now || !(await noteTry(tx, scope, claimed, { conversationId: null, said }))) throw new LeaseLost();
      return { ...now, said };
    });
  }
  const ms = result.said.reduce((sum, tried) => sum + tried.ms, 0);
  const verdict = verdictOf(result.said);
  await database.transaction(scope, (tx) => settleResult(tx, scope, claimed, { verdict, ms }));
}

/** Where the working copy is another one than the run began with, its answers would be of both. */
const endIfStale = ({ database }: SuiteDeps, scope: Scope, { id, agentId, settingsMd5 }: RunRow): Promise<boolean> =>
  database.transaction(scope, async (tx) => {
    const isStale = settingsMd5 !== (await findDraftMd5(tx, scope, agentId));
    if (isStale) await endRun(tx, scope, id);
    return isStale;
  });
