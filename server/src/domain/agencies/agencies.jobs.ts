import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import type { HostClaims } from './agencies.ports.ts';

export const agenciesSchedules: Schedule<{ database: Database; claims: HostClaims; log: Logger }>[] = [
  {
    name: 'agencies.settle_host_claims',
    cron: '*/10 * * * *',
    async run(deps, scope) {
      const { settleHostClaims } = await import('./settle-host-claims.ts');
      await settleHostClaims(deps, scope);
    },
  },
  {
    name: 'agencies.purge_released_hosts',
    cron: '20 * * * *',
    async run(deps, scope) {
      const { purgeReleasedHosts } = await import('./purge-released-hosts.ts');
      await purgeReleasedHosts(deps, scope);
    },
  },
];
