import type { AgentId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Job } from '../../jobs/job.ts';
import type { WakeSuites } from './suites.ports.ts';

export const suitesJobs: Job<{ database: Database; suiteRuns: WakeSuites }>[] = [
  {
    name: 'suites.after_crawl',
    on: ['crawl_applied'],
    // Twice as long each time: a quarter of an hour, where tests of other agents are running.
    retriesMax: 8,
    timeoutSeconds: 60,
    parallel: 1,
    async run(deps, scope, payload) {
      const { runAfterCrawl } = await import('./start-run.ts');
      await runAfterCrawl(deps, scope, payload.agentId as AgentId);
    },
  },
];
