import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Schedule } from '../../jobs/job.ts';
import type { HostClaims } from './agency-hosts.ports.ts';

export const agencyHostsSchedules: Schedule<{ database: Database; claims: HostClaims; log: Logger }>[] = [
  {
    name: 'agency_hosts.settle_host_claims',
    cron: '*/10 * * * *',
    async run(deps, scope) {
      const { settleHostClaims } = await import('./settle-host-claims.ts');
      await settleHostClaims(deps, scope);
    },
  },
  {
    name: 'agency_hosts.purge_released_hosts',
    cron: '20 * * * *',
    async run(deps, scope) {
      const { purgeReleasedHosts } = await import('./purge-released-hosts.ts');
      await purgeReleasedHosts(deps, scope);
    },
  },
];
