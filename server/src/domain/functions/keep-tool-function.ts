import { fail } from '@antiphon/contract/errors';
import { findFunctionFaults } from '@antiphon/contract/function-check';
import { FunctionDefinition } from '@antiphon/contract/function-definition';
import { type FunctionId, newFunctionId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import { demandCallCredential } from '../call-credentials/use-call-credential.ts';
import type { Member } from '../identity/identity.policy.ts';
import {
  countFunctions,
  deleteRevisionsUpTo,
  insertFunction,
  insertRevision,
  listFunctionRows,
  lockFunction,
  updateDefinition,
} from './functions.queries.ts';
import { readDefinition } from './get-function.ts';

/**
 * A tool that is being approved, as a function that is published: a new one, under a name that is free, or the next revision of `id`.
 * In the caller's transaction, which holds the lock of the workspace's chain. Fails with `function_limit_reached`, and with `tool_unfit`
 * where no function can be made of it.
 */
export async function keepToolFunction(
  tx: Tx,
  { scope, userId }: Member,
  { id, make }: { id: FunctionId | null; make: (before: FunctionDefinition | null) => FunctionDefinition },
): Promise<FunctionId> {
  const row = id && (await lockFunction(tx, scope, id));
  const made = make(row ? readDefinition(row.definition) : null);
  const definition = FunctionDefinition.parse(row ? made : { ...made, name: await freeName(tx, scope, made.name) });
  const [fault] = findFunctionFaults(definition);
  if (fault) fail('tool_unfit', { message: fault.message });
  await demandCallCredential(tx, scope, definition.request, 'credentialId');
  if (!row && (await countFunctions(tx, scope)) >= limits.functionsMax) fail('function_limit_reached');
  const kept = row
    ? await updateDefinition(tx, scope, row.id, definition)
    : await insertFunction(tx, scope, newFunctionId(), definition);
  const number = (kept.revision ?? 0) + 1;
  const { id: functionId, edition } = kept;
  await insertRevision(tx, scope, { functionId, number, definition, edition, publishedByUserId: userId });
  await deleteRevisionsUpTo(tx, scope, functionId, number - limits.functionRevisionsMax);
  return functionId;
}

const NAME_CHARS_MAX = 40;

async function freeName(tx: Tx, scope: Member['scope'], wanted: string): Promise<string> {
  const taken = new Set((await listFunctionRows(tx, scope)).map(({ name }) => name));
  for (let nth = 1; ; nth += 1) {
    const end = nth === 1 ? '' : `_${nth}`;
    const name = `${wanted.slice(0, NAME_CHARS_MAX - end.length)}${end}`;
    if (!taken.has(name)) return name;
  }
}
