import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

export const clientSessionsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'client_sessions.purge',
    cron: '50 * * * *',
    async run(deps, scope) {
      const { purgeSessions } = await import('./purge-sessions.ts');
      await purgeSessions(deps, scope, new Date());
    },
  },
];
