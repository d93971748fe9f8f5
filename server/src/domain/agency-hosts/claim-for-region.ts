import { fail } from '@antiphon/contract/errors';
import type { HostClaims } from './agency-hosts.ports.ts';
import { claimHost, moveClaim, readClaim } from './host-claims.system.queries.ts';

/** False where another region has the host; fails with `unavailable` while the directory cannot be asked. */
export const claimForRegion = ({ region, findDirectory }: HostClaims, host: string): Promise<boolean> =>
  findDirectory()
    .then((directory) => claimHost(directory, region, host))
    .catch(() => fail('unavailable'));

type Claim = NonNullable<Awaited<ReturnType<typeof readClaim>>>;

/** Which region has a host; null where none has. */
export const findClaim = ({ findDirectory }: HostClaims, host: string): Promise<Claim | null> =>
  findDirectory()
    .then((directory) => readClaim(directory, host))
    .catch(() => fail('unavailable'));

/** Of a claim that another region had when it was read: false where somebody there has claimed the host anew since. */
export const moveClaimHere = ({ region, findDirectory }: HostClaims, host: string, read: Claim): Promise<boolean> =>
  findDirectory()
    .then((directory) => moveClaim(directory, region, host, read))
    .catch(() => fail('unavailable'));
