import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

export const accessKeysSchedules: Schedule<{ database: Database }>[] = [
  {
    name: 'access_keys.purge',
    cron: '40 3 * * *',
    async run(deps, scope) {
      const { purgeAccessKeys } = await import('./purge-access-keys.ts');
      await purgeAccessKeys(deps, scope, new Date());
    },
  },
];
