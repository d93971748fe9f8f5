import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

const DAYS_KEPT = 30;

export const channelSimulatorSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'simulator.purge_lines',
    cron: '55 3 * * *',
    run: async ({ database }, scope) => {
      const { purgeLines } = await import('./purge-lines.ts');
      await purgeLines({ database, systemScope: scope }, new Date(Date.now() - DAYS_KEPT * 86_400_000));
    },
  },
];
