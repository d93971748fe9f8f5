import type { BoundFunction } from '@antiphon/contract/agents';
import { fail } from '@antiphon/contract/errors';
import { FUNCTION_FAULTS, sayFunctionFault } from '@antiphon/contract/function-faults';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { lockRevisions } from './functions.queries.ts';
import { toolsOn } from './tools-on.ts';

type Bound = { functions: BoundFunction[] };

/**
 * For whatever is about to name functions: fails with `invalid_input`, at each place, where the workspace has no such function or
 * revision, and where two of them have one name. What it has stays until the transaction ends.
 */
export async function demandFunctions(tx: Tx, scope: Scope, { functions }: Bound): Promise<void> {
  const found = await lockRevisions(tx, scope, functions);
  const names = new Set<string>();
  const issues = functions.flatMap(({ functionId, revision }, index) => {
    const refuse = (field: string, message: string) => [{ path: `settings.functions.${index}.${field}`, message }];
    const its = found.find((one) => one.functionId === functionId && one.revision === revision);
    if (!its) return refuse('functionId', FUNCTION_FAULTS.boundGone);
    const { name } = its.definition;
    if (names.has(name)) return refuse('functionId', sayFunctionFault('boundTwice', { name }));
    names.add(name);
    return [];
  });
  const [first] = issues;
  if (first) fail('invalid_input', { message: first.message, issues });
}

/** Before they reach visitors: fails with `invalid_input`, at each place, where a tool is not any more what was approved. */
export async function demandTools(tx: Tx, scope: Scope, { functions }: Bound): Promise<void> {
  const found = await lockRevisions(tx, scope, functions);
  const isOn = await toolsOn(
    tx,
    scope,
    found.map(({ definition }) => definition.tool),
  );
  const issues = functions.flatMap(({ functionId, revision }, index) => {
    const its = found.find((one) => one.functionId === functionId && one.revision === revision);
    if (!its || isOn(its.definition.tool)) return [];
    const message = sayFunctionFault('boundOff', { name: its.definition.name });
    return [{ path: `settings.functions.${index}.functionId`, message }];
  });
  const [first] = issues;
  if (first) fail('invalid_input', { message: first.message, issues });
}

/** For an earlier version that becomes the working copy again: without what is not there any more. */
export async function withKnownFunctions<Settings extends Bound>(
  tx: Tx,
  scope: Scope,
  settings: Settings,
): Promise<Settings> {
  const found = await lockRevisions(tx, scope, settings.functions);
  const isThere = ({ functionId, revision }: BoundFunction) =>
    found.some((one) => one.functionId === functionId && one.revision === revision);
  return { ...settings, functions: settings.functions.filter(isThere) };
}
