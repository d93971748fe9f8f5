import { fail } from '@antiphon/contract/errors';
import type { HostClaims } from './agency-hosts.ports.ts';
import { claimHost } from './host-claims.system.queries.ts';

/** False where another region has the host; fails with `unavailable` while the directory cannot be asked. */
export const claimForRegion = ({ region, findDirectory }: HostClaims, host: string): Promise<boolean> =>
  findDirectory()
    .then((directory) => claimHost(directory, region, host))
    .catch(() => fail('unavailable'));
