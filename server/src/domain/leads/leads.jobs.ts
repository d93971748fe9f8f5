import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

export const leadsSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'leads.purge',
    cron: '*/15 * * * *',
    async run(deps, scope) {
      const { purgeLeads } = await import('./delete-leads.ts');
      await purgeLeads(deps, scope);
    },
  },
];
