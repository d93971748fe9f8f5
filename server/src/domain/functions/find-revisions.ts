import type { BoundFunction } from '@antiphon/contract/agents';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { listRevisionDefinitions } from './functions.queries.ts';
import { readDefinition } from './get-function.ts';
import { toolsOn } from './tools-on.ts';

export type KnownFunction<Bound = BoundFunction> = { bound: Bound; definition: FunctionDefinition };

/** Revisions never change, so that one that was read stays true, unless it was deleted: then nothing names it. A few kB each. */
const read = new LRUCache<string, FunctionDefinition>({ max: 500 });

/** What these revisions say, in their order, without those that are gone. */
export async function findRevisions<Bound extends Pick<BoundFunction, 'functionId' | 'revision'>>(
  deps: { database: Database },
  scope: Scope,
  bound: readonly Bound[],
): Promise<KnownFunction<Bound>[]> {
  const keyOf = ({ functionId, revision }: Bound) => `${scope.workspaceUid} ${functionId} ${revision}`;
  const unknown = bound.filter((one) => !read.has(keyOf(one)));
  if (unknown.length > 0) {
    const rows = await deps.database.transaction(scope, (tx) => listRevisionDefinitions(tx, scope, unknown));
    for (const one of unknown) {
      const row = rows.find(({ functionId, revision }) => functionId === one.functionId && revision === one.revision);
      if (row) read.set(keyOf(one), readDefinition(row.definition));
    }
  }
  return bound.flatMap((one) => {
    const definition = read.get(keyOf(one));
    return definition ? [{ bound: one, definition }] : [];
  });
}

/** Without tools that are not any more what was approved: nobody is offered them. Asks only where there are tools. */
export async function withoutOffTools<Known extends KnownFunction<unknown>>(
  deps: { database: Database },
  scope: Scope,
  known: readonly Known[],
): Promise<Known[]> {
  const tools = known.map(({ definition }) => definition.tool);
  if (tools.every((tool) => tool === null)) return [...known];
  const isOn = await deps.database.transaction(scope, (tx) => toolsOn(tx, scope, tools));
  return known.filter(({ definition }) => isOn(definition.tool));
}
