import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { RegionAccounts } from '@antiphon/contract/region-accounts';
import { REGIONS } from '@antiphon/contract/regions';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { FindPeer } from './regions.ports.ts';
import { findPerson } from './regions.system.queries.ts';

type Deps = { database: Database; systemScope: SystemScope; findPeer: FindPeer };

/** Whoever has not shown that the address is theirs learns nothing of accounts elsewhere: it may be somebody else's. */
export async function listAccounts(deps: Deps, userId: UserId): Promise<RegionAccounts> {
  const { database, systemScope, findPeer } = deps;
  const person = await database.transaction(systemScope, (tx) => findPerson(tx, systemScope, userId));
  if (!person) fail('not_found');
  const location = database.region;
  const regions: RegionAccounts['regions'] = [];
  for (const region of REGIONS) {
    const isHere = region === location;
    if (isHere || (person.isVerified && (await (await findPeer(region))?.hasVerifiedAccount(person.email))))
      regions.push(region);
  }
  return { location, regions, doubleAccountWarningHidden: person.isWarningHidden ?? false };
}
