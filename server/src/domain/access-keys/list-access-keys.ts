import type { AccessKey } from '@antiphon/contract/access-keys';
import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import type { Member } from '../identity/identity.policy.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { demandPerson, whoseKeys } from './access-keys.policy.ts';
import { type KeyRow, listKeyRows } from './access-keys.queries.ts';

export async function listAccessKeys(
  deps: { database: Database; systemScope: SystemScope },
  member: Member,
): Promise<AccessKey[]> {
  const userId = demandPerson(member);
  const { scope } = member;
  const rows = await deps.database.transaction(scope, (tx) => listKeyRows(tx, scope, whoseKeys(member)));
  const names = await listMemberNames(deps, scope);
  return rows.map((row) => toAccessKey(row, names, userId));
}

export const toAccessKey = (
  { userId, ...row }: KeyRow,
  names: ReadonlyMap<UserId, string>,
  reader: UserId,
): AccessKey => ({
  ...row,
  scopes: ['read', ...row.scopes],
  madeBy: names.get(userId) ?? '',
  isMine: userId === reader,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});
