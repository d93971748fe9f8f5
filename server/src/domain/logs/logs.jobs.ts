import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

export const logsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'logs.purge',
    cron: '40 3 * * *',
    async run(deps, scope) {
      const { purgeLogs } = await import('./purge-logs.ts');
      await purgeLogs(deps, scope);
    },
  },
];
