import { fail } from '@antiphon/contract/errors';
import type { AgentId, SuiteCaseId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { SuiteCase } from '@antiphon/contract/suites';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { listHands } from '../agents/agent-people.ts';
import { can, type Member } from '../identity/identity.policy.ts';
import { toRun } from './get-run.ts';
import { findDraftGate } from './suite-gate.ts';
import { findFinishedRun, listResultLines, listRuns } from './suite-runs.queries.ts';
import { type CaseRow, findCase, findSuite, listCaseLines } from './suites.queries.ts';

type Deps = { database: Database; systemScope: SystemScope };

/** The tests of an agent, each with its newest verdict, and whether the working copy may be published by them. */
export async function getSuite(deps: Deps, member: Member, agentId: AgentId) {
  const { scope } = member;
  const { runs, ...suite } = await deps.database.transaction(scope, async (tx) => {
    const gate = await findDraftGate(tx, scope, agentId);
    const { blocksPublishing } = await findSuite(tx, scope, agentId);
    const finished = await findFinishedRun(tx, scope, agentId);
    const lines = finished ? await listResultLines(tx, scope, finished) : [];
    const verdicts = new Map(lines.map(({ caseId, verdict }) => [caseId, verdict]));
    const cases = (await listCaseLines(tx, scope, agentId)).map(({ changedAt, ...line }) => ({
      ...line,
      changedAt: changedAt.toISOString(),
      verdict: verdicts.get(line.id) ?? null,
    }));
    const runs = await listRuns(tx, scope, agentId, limits.suiteRunsKept);
    return { blocksPublishing, gate: gate?.kind ?? null, cases, runs };
  });
  const nameOf = await listHands(
    deps,
    scope,
    runs.map(({ startedByUserId }) => startedByUserId),
  );
  return {
    ...suite,
    mayWrite: can(member, 'agents.write'),
    runs: runs.map((row) => toRun(row, nameOf(row.startedByUserId))),
  };
}

export async function getCase(
  { database }: Pick<Deps, 'database'>,
  { scope }: Pick<Member, 'scope'>,
  { id, caseId }: { id: AgentId; caseId: SuiteCaseId },
): Promise<SuiteCase> {
  const row = await database.transaction(scope, (tx) => findCase(tx, scope, id, caseId));
  return toCase(row ?? fail('not_found'));
}

export const toCase = ({ id, title, isMust, script, edition, changedAt }: CaseRow): SuiteCase => ({
  ...{ id, title, isMust, script, edition },
  changedAt: changedAt.toISOString(),
});
