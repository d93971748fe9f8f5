import { fail } from '@antiphon/contract/errors';
import type { FunctionUse } from '@antiphon/contract/functions';
import type { FunctionId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { findFunction, listUsingAgents } from './functions.queries.ts';

/** Which agents may call a function, and how many of them would call an older revision than the newest. */
export function listUses(
  deps: { database: Database },
  scope: Scope,
  id: FunctionId,
): Promise<{ items: FunctionUse[]; agents: number; olderAgents: number }> {
  return deps.database.transaction(scope, async (tx) => {
    const row = await findFunction(tx, scope, id);
    if (!row) fail('not_found');
    const uses = await listUsingAgents(tx, scope, id);
    const isOlder = (revision: number | null) => revision !== null && revision < (row.revision ?? 0);
    const older = uses.filter((use) => isOlder(use.draftRevision) || isOlder(use.liveRevision));
    return { items: uses.slice(0, limits.functionUsesShown), agents: uses.length, olderAgents: older.length };
  });
}
