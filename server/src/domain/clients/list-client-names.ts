import type { ClientId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listClientNames as listRows } from './clients.queries.ts';

/** Of those among `ids` that are clients; whoever was deleted is not in it. */
export async function listClientNames(
  deps: { database: Database },
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await deps.database.transaction(scope, (tx) => listRows(tx, scope, ids as ClientId[]));
  return new Map(rows.map(({ id, name, email }) => [id, name || email]));
}
