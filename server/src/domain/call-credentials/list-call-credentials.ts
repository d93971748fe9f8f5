import type { CallCredential } from '@antiphon/contract/call-credentials';
import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { listCallCredentialRows, listFunctionsUsing, type ReadableRow } from './call-credentials.queries.ts';

/** Every member may see which there are, since whoever makes a function picks one; nobody sees a secret. */
export async function listCallCredentials(
  deps: { database: Database; systemScope: SystemScope },
  scope: Scope,
): Promise<CallCredential[]> {
  const { rows, users } = await deps.database.transaction(scope, async (tx) => ({
    rows: await listCallCredentialRows(tx, scope),
    users: await listFunctionsUsing(tx, scope),
  }));
  const names = await listMemberNames(deps, scope);
  return rows.map((row) =>
    toCallCredential(
      row,
      names,
      users.filter(({ credentialId }) => credentialId === row.id),
    ),
  );
}

export const toCallCredential = (
  { addedByUserId, ...row }: ReadableRow,
  names: Map<UserId, string>,
  users: CallCredential['functions'],
): CallCredential => ({
  ...row,
  addedBy: addedByUserId ? (names.get(addedByUserId) ?? 'A former member') : 'API key',
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  functions: users.map(({ id, name }) => ({ id, name })),
});
