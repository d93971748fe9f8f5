import type { Schedule } from '../../jobs/job.ts';
import type { CheckDeps } from './check-channels.ts';

export const channelsSchedules: Schedule<CheckDeps>[] = [
  {
    name: 'channels.check',
    cron: '10 5 * * *',
    run: async (deps, systemScope, makeScope) => {
      const { checkChannels } = await import('./check-channels.ts');
      await checkChannels({ ...deps, systemScope, makeScope });
    },
  },
];
