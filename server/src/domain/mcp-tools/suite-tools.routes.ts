import { SuiteRunId } from '@antiphon/contract/ids';
import * as z from 'zod';
import { tool } from '../../http/tool.ts';
import { clipped, fitting } from './fit.rules.ts';
import { agentId, inPieces } from './tool-inputs.ts';

const RUNS_SHOWN = 3;

export const suiteTools = {
  list_tests: tool({
    title: 'List tests',
    description:
      'The tests of an agent, with how they ended last, and `gate`: why its working copy may not be published, or null.',
    scope: 'read',
    effect: 'none',
    input: z.object({ id: agentId, ...inPieces }),
    async run({ call }, { id, cursor }) {
      const { gate, blocksPublishing, cases, runs } = await call('suites', 'get', { id });
      return { blocksPublishing, gate, runs: runs.slice(0, RUNS_SHOWN), ...fitting(cases, cursor, 10_000) };
    },
  }),
  run_tests: tool({
    title: 'Run tests',
    description: 'Tries the working copy with all of its tests, in the background: see get_test_run. It takes credits.',
    scope: 'agents.write',
    effect: 'adds',
    input: z.object({ id: agentId }),
    run: ({ call }, { id }) => call('suites', 'startRun', { id }),
  }),
  get_test_run: tool({
    title: 'Get a run of tests',
    description: 'How far a run is, and the verdict of each test.',
    scope: 'read',
    effect: 'none',
    input: z.object({ id: agentId, runId: SuiteRunId, ...inPieces }),
    async run({ call }, { id, runId, cursor }) {
      const { results, ...run } = await call('suites', 'getRun', { id, runId });
      const lines = results.map(({ caseId, title, isMust, verdict, before }) => ({
        caseId,
        title,
        isMust,
        verdict,
        before,
      }));
      return { ...run, ...fitting(lines, cursor) };
    },
  }),
  list_functions: tool({
    title: 'List functions',
    description: 'What agents may look up or do in other systems.',
    scope: 'read',
    effect: 'none',
    input: z.object({ ...inPieces }),
    async run({ call, uid }, { cursor }) {
      const { items } = await call('functions', 'list', { uid });
      const lines = items.map(({ id, name, description, kind, method, origin, revision, hasChanges }) => ({
        id,
        name,
        description: clipped(description, 500),
        kind,
        method,
        origin,
        revision,
        hasChanges,
      }));
      return fitting(lines, cursor);
    },
  }),
};
