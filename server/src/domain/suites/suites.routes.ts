import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { memberProcedure } from '../../http/procedures.ts';
import { getResult, getRun } from './get-run.ts';
import { getCase, getSuite } from './get-suite.ts';
import { proposeCase } from './propose-case.ts';
import { createCase, deleteCase, saveCase, setBlocking } from './save-case.ts';
import { startRun, stopRun } from './start-run.ts';
import type { WakeSuites } from './suites.ports.ts';

type Deps = { database: Database; systemScope: SystemScope; suiteRuns: WakeSuites };

const { suites } = memberProcedure;

export const suitesRoutes = (deps: Deps) => ({
  get: suites.get.handler(({ context, input }) => getSuite(deps, context.member, input.id)),
  save: suites.save.handler(async ({ context, input: { id: agentId, blocksPublishing } }) => {
    await setBlocking(deps, context.member, { agentId, blocksPublishing });
    return { blocksPublishing };
  }),
  createCase: suites.createCase.handler(({ context, input: { id: agentId, ...fields } }) =>
    createCase(deps, context.member, { agentId, ...fields }),
  ),
  getCase: suites.getCase.handler(({ context, input }) => getCase(deps, context.member, input)),
  updateCase: suites.updateCase.handler(({ context, input: { id: agentId, ...fields } }) =>
    saveCase(deps, context.member, { agentId, ...fields }),
  ),
  deleteCase: suites.deleteCase.handler(async ({ context, input: { id: agentId, caseId } }) => {
    await deleteCase(deps, context.member, { agentId, caseId });
    return { success: true as const };
  }),
  proposeCase: suites.proposeCase.handler(({ context, input }) =>
    proposeCase(deps, context.member, input.conversationId),
  ),
  startRun: suites.startRun.handler(({ context, input }) => startRun(deps, context.member, input.id)),
  getRun: suites.getRun.handler(({ context, input }) => getRun(deps, context.scope, input)),
  getResult: suites.getResult.handler(({ context, input }) => getResult(deps, context.scope, input)),
  stopRun: suites.stopRun.handler(({ context, input }) => stopRun(deps, context.member, input)),
});
