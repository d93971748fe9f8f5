import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';

export const auditSchedules: Schedule<{ database: Database; log: Logger }>[] = [
  {
    name: 'audit.verify',
    cron: '10 4 * * *',
    async run(deps, scope, makeScope) {
      const { verifyChains } = await import('./verify-chain.ts');
      await verifyChains(deps, scope, makeScope);
    },
  },
];
