import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

export const functionCallsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'function_calls.purge_counts',
    cron: '35 * * * *',
    run: async ({ database }, scope) => {
      const { purgeCounts } = await import('./run-calls.ts');
      await purgeCounts({ database, systemScope: scope }, new Date());
    },
  },
];
