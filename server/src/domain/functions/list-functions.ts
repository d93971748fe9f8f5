import { fail } from '@antiphon/contract/errors';
import type { FunctionLine, FunctionRevision } from '@antiphon/contract/functions';
import type { FunctionId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { findFunction, listFunctionRows, listRevisionRows } from './functions.queries.ts';
import { stateOf } from './get-function.ts';
import { toolsOn } from './tools-on.ts';

/** By their names, all of them: there are few. */
export async function listFunctions(deps: { database: Database }, scope: Scope): Promise<FunctionLine[]> {
  const { rows, isOn } = await deps.database.transaction(scope, async (tx) => {
    const found = await listFunctionRows(tx, scope);
    return {
      rows: found,
      isOn: await toolsOn(
        tx,
        scope,
        found.map(({ tool }) => tool),
      ),
    };
  });
  return rows.map(({ name, description, kind, method, origin, path, tool, ...row }) => ({
    ...{ name, description, kind, method, origin, path, tool, isOff: !isOn(tool) },
    ...stateOf(row),
  }));
}

/** Newest first. */
export async function listRevisions(
  deps: { database: Database; systemScope: SystemScope },
  scope: Scope,
  id: FunctionId,
): Promise<FunctionRevision[]> {
  const rows = await deps.database.transaction(scope, async (tx) => {
    if (!(await findFunction(tx, scope, id))) fail('not_found');
    return listRevisionRows(tx, scope, id);
  });
  const names = await listMemberNames(deps, scope);
  return rows.map(({ number, publishedByUserId, createdAt }) => ({
    number,
    publishedBy: publishedByUserId ? (names.get(publishedByUserId) ?? 'A former member') : 'API key',
    publishedAt: createdAt.toISOString(),
  }));
}
