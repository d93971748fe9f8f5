import type { AgentId, ConversationId, SuiteRunId, UserId } from '@antiphon/contract/ids';
import type { SuiteRun, SuiteTry, SuiteVerdict } from '@antiphon/contract/suites';
import { and, asc, count, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Tx } from '../../db/database.ts';
import { deleteSome } from '../../db/in-batches.ts';
import { GIVEN_BACK, isHeld, type Lease, renewed } from '../../db/lease.ts';
import { suiteResults, suiteRuns } from '../../db/schema/suites.ts';
import type { Scope } from '../../db/scope.ts';
import type { CaseRow } from './suites.queries.ts';

export type ResultKey = { runId: SuiteRunId; position: number };
type Leased = ResultKey & { lease: Lease };
export type ResultRow = typeof suiteResults.$inferSelect;
export type RunRow = NonNullable<Awaited<ReturnType<typeof findRun>>>;

const areRunsOf = (scope: Scope, agentId: AgentId) =>
  and(eq(suiteRuns.workspaceUid, scope.workspaceUid), eq(suiteRuns.agentId, agentId));
const isRun = (scope: Scope, id: SuiteRunId) =>
  and(eq(suiteRuns.workspaceUid, scope.workspaceUid), eq(suiteRuns.id, id));
const areResultsOf = (scope: Scope, runId: SuiteRunId) =>
  and(eq(suiteResults.workspaceUid, scope.workspaceUid), eq(suiteResults.runId, runId));
const isResult = (scope: Scope, { runId, position }: ResultKey) =>
  and(areResultsOf(scope, runId), eq(suiteResults.position, position));
const isLeased = (scope: Scope, one: Leased) => and(isResult(scope, one), isHeld(suiteResults, one.lease));

type Tally = Pick<SuiteRun, 'cases' | 'done' | 'passed' | 'failed' | 'mustFailed'>;
const tally = sql<Tally>`(select json_build_object('cases', count(*), 'done', count(verdict),
    'passed', count(*) filter (where verdict = 'passed'),
    'failed', count(*) filter (where verdict in ('failed', 'flaky', 'error')),
    'mustFailed', count(*) filter (where is_must and verdict in ('failed', 'flaky', 'error')))
  from suite_results r where r.workspace_uid = suite_runs.workspace_uid and r.run_id = suite_runs.id)`;

const RUN = {
  id: suiteRuns.id,
  agentId: suiteRuns.agentId,
  state: suiteRuns.state,
  settingsMd5: suiteRuns.settingsMd5,
  startedByUserId: suiteRuns.startedByUserId,
  startedAt: suiteRuns.startedAt,
  finishedAt: suiteRuns.finishedAt,
  tally,
};

export const listRuns = (tx: Tx, scope: Scope, agentId: AgentId, most: number) =>
  tx
    .select(RUN)
    .from(suiteRuns)
    .where(areRunsOf(scope, agentId))
    .orderBy(desc(suiteRuns.startedAt), desc(suiteRuns.id))
    .limit(most);

export async function findRun(tx: Tx, scope: Scope, id: SuiteRunId) {
  const [row] = await tx.select(RUN).from(suiteRuns).where(isRun(scope, id));
  return row ?? null;
}

export async function findOpenRun(tx: Tx, scope: Scope, agentId: AgentId): Promise<SuiteRunId | null> {
  const [row] = await tx
    .select({ id: suiteRuns.id })
    .from(suiteRuns)
    .where(and(areRunsOf(scope, agentId), sql`${suiteRuns.state} = 'running'`));
  return row?.id ?? null;
}

/** The newest that came to its end, or the newest such before `before`. */
export async function findFinishedRun(
  tx: Tx,
  scope: Scope,
  agentId: AgentId,
  before: Date | null = null,
): Promise<SuiteRunId | null> {
  const isBefore = before ? sql`${suiteRuns.startedAt} < ${before.toISOString()}` : undefined;
  const [row] = await tx
    .select({ id: suiteRuns.id })
    .from(suiteRuns)
    .where(and(areRunsOf(scope, agentId), eq(suiteRuns.state, 'done'), isBefore))
    .orderBy(desc(suiteRuns.startedAt))
    .limit(1);
  return row?.id ?? null;
}

/** Runs of the workspace that are under way. */
export async function countOpenRuns(tx: Tx, scope: Scope): Promise<number> {
  const [row] = await tx
    .select({ total: count() })
    .from(suiteRuns)
    .where(and(eq(suiteRuns.workspaceUid, scope.workspaceUid), sql`${suiteRuns.state} = 'running'`));
  return row?.total ?? 0;
}

export async function insertRun(
  tx: Tx,
  scope: Scope,
  run: {
    id: SuiteRunId;
    agentId: AgentId;
    settingsMd5: string;
    knowledgeMd5: string;
    edition: number;
    startedByUserId: UserId | null;
  },
  cases: readonly CaseRow[],
  repeats: number,
) {
  const { workspaceUid } = scope;
  await tx.insert(suiteRuns).values({ ...run, workspaceUid });
  await tx.insert(suiteResults).values(
    cases.map(({ id, title, isMust, script }, index) => ({
      ...{ runId: run.id, position: index + 1, workspaceUid, repeats },
      ...{ caseId: id, title, isMust, script },
    })),
  );
}

/** Those that are finished and not among the newest `kept`. */
export async function deleteOldRuns(tx: Tx, scope: Scope, agentId: AgentId, kept: number) {
  const old = tx
    .select({ id: suiteRuns.id })
    .from(suiteRuns)
    .where(areRunsOf(scope, agentId))
    .orderBy(desc(suiteRuns.startedAt), desc(suiteRuns.id))
    .offset(kept);
  await deleteSome(tx, suiteRuns, sql`${suiteRuns.id} in (${old}) and ${suiteRuns.state} <> 'running'`, kept);
}

export const listResultLines = (tx: Tx, scope: Scope, runId: SuiteRunId) =>
  tx
    .select({
      position: suiteResults.position,
      caseId: suiteResults.caseId,
      title: suiteResults.title,
      isMust: suiteResults.isMust,
      verdict: suiteResults.verdict,
      tries: suiteResults.repeats,
      ms: suiteResults.ms,
    })
    .from(suiteResults)
    .where(areResultsOf(scope, runId))
    .orderBy(asc(suiteResults.position));

export async function findResult(tx: Tx, scope: Scope, key: ResultKey): Promise<ResultRow | null> {
  const [row] = await tx.select().from(suiteResults).where(isResult(scope, key));
  return row ?? null;
}

/** False where another has it by now, or the run was stopped. */
export const renewResult = async (tx: Tx, scope: Scope, one: Leased, ms: number): Promise<boolean> =>
  (
    await tx
      .update(suiteResults)
      .set(renewed(ms))
      .where(and(isLeased(scope, one), isNull(suiteResults.verdict)))
      .returning({ position: suiteResults.position })
  ).length > 0;

/** False where another has it by now, or the run was stopped. */
export async function noteTry(
  tx: Tx,
  scope: Scope,
  one: Leased,
  change: { conversationId: ConversationId | null; said?: SuiteTry[] },
): Promise<boolean> {
  const changed = await tx
    .update(suiteResults)
    .set(change)
    .where(and(isLeased(scope, one), isNull(suiteResults.verdict)))
    .returning({ position: suiteResults.position });
  return changed.length > 0;
}

/** Its verdict; with the last of the run, the run's end. False where another has it by now. */
export async function settleResult(
  tx: Tx,
  scope: Scope,
  one: Leased,
  { verdict, ms }: { verdict: SuiteVerdict; ms: number },
): Promise<boolean> {
  // Two that end at once: the second one sees the first.
  await tx.select({ id: suiteRuns.id }).from(suiteRuns).where(isRun(scope, one.runId)).for('update');
  const changed = await tx
    .update(suiteResults)
    .set({ ...GIVEN_BACK, verdict, ms })
    .where(and(isLeased(scope, one), isNull(suiteResults.verdict)))
    .returning({ position: suiteResults.position });
  if (changed.length === 0) return false;
  await tx
    .update(suiteRuns)
    .set({ state: 'done', finishedAt: sql`now()` })
    .where(
      and(
        isRun(scope, one.runId),
        eq(suiteRuns.state, 'running'),
        sql`not exists (select 1 from suite_results r where r.workspace_uid = ${scope.workspaceUid}
          and r.run_id = ${one.runId} and r.verdict is null)`,
      ),
    );
  return true;
}

/** What is under way counts no more. False where the run is at its end. */
export async function stopRun(tx: Tx, scope: Scope, id: SuiteRunId): Promise<boolean> {
  const stopped = await tx
    .update(suiteRuns)
    .set({ state: 'stopped', finishedAt: sql`now()` })
    .where(and(isRun(scope, id), eq(suiteRuns.state, 'running')))
    .returning({ id: suiteRuns.id });
  if (stopped.length === 0) return false;
  await tx
    .update(suiteResults)
    .set({ verdict: 'stopped' })
    .where(and(areResultsOf(scope, id), isNull(suiteResults.verdict)));
  return true;
}

/** The conversations of tries that are under way, or were when their worker died. */
export async function listTestsUnderWay(tx: Tx, scope: Scope, id: SuiteRunId): Promise<ConversationId[]> {
  const rows = await tx
    .select({ id: suiteResults.conversationId })
    .from(suiteResults)
    .where(and(areResultsOf(scope, id), isNotNull(suiteResults.conversationId)));
  return rows.flatMap((row) => (row.id ? [row.id] : []));
}
