import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

const DAYS_KEPT = 30;

export const channelsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'channels.purge_events',
    cron: '50 3 * * *',
    run: async ({ database }, scope) => {
      const { purgeEvents } = await import('./purge-events.ts');
      await purgeEvents({ database, systemScope: scope }, new Date(Date.now() - DAYS_KEPT * 86_400_000));
    },
  },
];
