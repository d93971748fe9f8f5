import { fail } from '@antiphon/contract/errors';
import type { OrgId } from '@antiphon/contract/ids';
import type { Org } from '@antiphon/contract/orgs';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findOrgRow } from './orgs.queries.ts';

/** What an org lets its people do where they answer visitors. Fails with `not_found`. */
export async function readDesk(
  tx: Tx,
  scope: Scope,
  id: OrgId,
): Promise<Pick<Org, 'predefinedTags' | 'disallowAnyTags' | 'disableHandoff' | 'settings'>> {
  const row = await findOrgRow(tx, scope, id);
  if (!row) fail('not_found');
  return row;
}
