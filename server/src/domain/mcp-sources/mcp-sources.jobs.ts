import type { Schedule } from '../../jobs/job.ts';
import type { LookDeps } from './look-again.ts';

export const mcpSourcesSchedules: Schedule<LookDeps>[] = [
  {
    name: 'mcp_sources.look',
    cron: '*/10 * * * *',
    async run(deps, _scope, makeScope) {
      const { lookAtDue } = await import('./look-again.ts');
      await lookAtDue(deps, makeScope);
    },
  },
];
