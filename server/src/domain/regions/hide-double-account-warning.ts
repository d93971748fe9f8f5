import { fail } from '@antiphon/contract/errors';
import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { hideDoubleAccount } from '../identity/update-profile.ts';

/** Of one's own record alone: `not_found` for anybody else's. */
export async function hideDoubleAccountWarning(
  deps: { database: Database; systemScope: SystemScope },
  self: UserId,
  userId: UserId,
): Promise<void> {
  if (self !== userId) fail('not_found');
  await hideDoubleAccount(deps, self);
}
