import { fail } from '@antiphon/contract/errors';
import type { AgentId, SuiteRunId } from '@antiphon/contract/ids';
import type { SuiteResultLine, SuiteRun, SuiteScript, SuiteTry } from '@antiphon/contract/suites';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listHands } from '../agents/agent-people.ts';
import { findFinishedRun, findResult, findRun, listResultLines, type RunRow } from './suite-runs.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };
type One = { id: AgentId; runId: SuiteRunId };

export async function readRun(deps: Deps, scope: Scope, one: One): Promise<SuiteRun> {
  const row = await deps.database.transaction(scope, (tx) => demandRun(tx, scope, one));
  return nameRun(deps, scope, row);
}

/** Null where it is not there any more. */
export const findRunState = async (tx: Tx, scope: Scope, id: SuiteRunId): Promise<SuiteRun['state'] | null> =>
  (await findRun(tx, scope, id))?.state ?? null;

async function nameRun(deps: Deps, scope: Scope, row: RunRow): Promise<SuiteRun> {
  const nameOf = await listHands(deps, scope, [row.startedByUserId]);
  return toRun(row, nameOf(row.startedByUserId));
}

/** A report: each test with what it was in the finished run before. */
export async function getRun(deps: Deps, scope: Scope, one: One): Promise<SuiteRun & { results: SuiteResultLine[] }> {
  const { run, results } = await deps.database.transaction(scope, async (tx) => {
    const row = await demandRun(tx, scope, one);
    // After it: of a run that has ended every verdict is there.
    const lines = await listResultLines(tx, scope, one.runId);
    return { run: row, results: await withBefore(tx, scope, row, lines) };
  });
  return { ...(await nameRun(deps, scope, run)), results };
}

/** What was said in one test, and what was looked at. */
export async function getResult(
  { database }: Pick<Deps, 'database'>,
  scope: Scope,
  { position, ...one }: One & { position: number },
): Promise<SuiteResultLine & { script: SuiteScript; said: SuiteTry[] }> {
  return database.transaction(scope, async (tx) => {
    const run = await demandRun(tx, scope, one);
    const row = (await findResult(tx, scope, { runId: one.runId, position })) ?? fail('not_found');
    const { caseId, title, isMust, verdict, repeats: tries, ms, script, said } = row;
    const [line] = await withBefore(tx, scope, run, [{ position, caseId, title, isMust, verdict, tries, ms }]);
    return { ...line!, script, said };
  });
}

async function demandRun(tx: Tx, scope: Scope, { id, runId }: One): Promise<RunRow> {
  const run = await findRun(tx, scope, runId);
  return run?.agentId === id ? run : fail('not_found');
}

async function withBefore(
  tx: Tx,
  scope: Scope,
  { agentId, startedAt }: RunRow,
  lines: Omit<SuiteResultLine, 'before'>[],
): Promise<SuiteResultLine[]> {
  const earlier = await findFinishedRun(tx, scope, agentId, startedAt);
  const rows = earlier ? await listResultLines(tx, scope, earlier) : [];
  const verdicts = new Map(rows.map(({ caseId, verdict }) => [caseId, verdict]));
  return lines.map((line) => ({ ...line, before: verdicts.get(line.caseId) ?? null }));
}

export const toRun = (row: RunRow, startedBy: string): SuiteRun => ({
  id: row.id,
  state: row.state,
  ...row.tally,
  startedBy,
  startedAt: row.startedAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});
