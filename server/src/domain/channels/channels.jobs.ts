import type { Schedule } from '../../jobs/job.ts';
import type { CheckDeps } from './check-channels.ts';

const DAYS_KEPT = 30;

export const channelsSchedules: Schedule<CheckDeps>[] = [
  {
    name: 'channels.check',
    cron: '10 5 * * *',
    run: async (deps, systemScope, makeScope) => {
      const { checkChannels } = await import('./check-channels.ts');
      await checkChannels({ ...deps, systemScope, makeScope });
    },
  },
  {
    name: 'channels.purge_events',
    cron: '50 3 * * *',
    run: async ({ database }, scope) => {
      const { purgeEvents } = await import('./purge-events.ts');
      await purgeEvents({ database, systemScope: scope }, new Date(Date.now() - DAYS_KEPT * 86_400_000));
    },
  },
];
