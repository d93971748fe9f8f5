import { fail } from '@antiphon/contract/errors';
import { FunctionDefinition } from '@antiphon/contract/function-definition';
import type { HttpFunction } from '@antiphon/contract/functions';
import type { FunctionId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { type FunctionRow, findFunction } from './functions.queries.ts';

/** Every member may see what an agent could call. A function holds no secret: those are credentials. */
export async function getFunction(deps: { database: Database }, scope: Scope, id: FunctionId): Promise<HttpFunction> {
  const row = await deps.database.transaction(scope, (tx) => findFunction(tx, scope, id));
  return row ? toFunction(row) : fail('not_found');
}

/** A stored definition, with what was added to functions since it was stored. */
export const readDefinition = (stored: FunctionDefinition): FunctionDefinition => FunctionDefinition.parse(stored);

export const toFunction = ({ definition, ...row }: FunctionRow): HttpFunction => ({
  ...readDefinition(definition),
  ...stateOf(row),
});

type State = Omit<FunctionRow, 'definition'>;

export const stateOf = ({ id, edition, revision, publishedEdition, changedAt }: State) => ({
  id,
  edition,
  revision,
  hasChanges: edition !== publishedEdition,
  changedAt: changedAt.toISOString(),
});
