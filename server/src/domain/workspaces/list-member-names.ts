import type { UserId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listMemberNames as listRows } from './workspaces.system.queries.ts';

/** Names of the people of one workspace. People belong to no tenant, so that the query names the workspace itself. */
export async function listMemberNames(
  deps: { database: Database; systemScope: SystemScope },
  scope: Scope,
): Promise<Map<UserId, string>> {
  const rows = await deps.database.transaction(deps.systemScope, (tx) => listRows(tx, scope.workspaceUid));
  return new Map(rows.map((row) => [row.userId, row.name]));
}
