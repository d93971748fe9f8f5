import { isDeepStrictEqual } from 'node:util';
import { fail } from '@antiphon/contract/errors';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { FUNCTION_FAULTS } from '@antiphon/contract/function-faults';
import type { HttpFunction } from '@antiphon/contract/functions';
import { type FunctionId, newFunctionId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/unique-violation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { demandCallCredential } from '../call-credentials/use-call-credential.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import type { CallOut } from './functions.ports.ts';
import { countFunctions, insertFunction, lockFunction, updateDefinition } from './functions.queries.ts';
import { readDefinition, toFunction } from './get-function.ts';

type Deps = { database: Database; callOut: Pick<CallOut, 'checkAddress'> };

/** Fails with `function_limit_reached` or `function_name_taken`. Nothing calls it before it is published. */
export function createFunction(deps: Deps, member: Member, definition: FunctionDefinition): Promise<HttpFunction> {
  demand(member, 'agents.write');
  const { scope } = member;
  if (definition.tool) refuse('tool', FUNCTION_FAULTS.toolApproved);
  checkOrigin(deps.callOut, definition);
  const id = newFunctionId();
  return namedOnce(() =>
    deps.database.transaction(scope, async (tx) => {
      const details = { name: definition.name };
      // Its lock on the workspace's chain makes two savings wait for each other: none goes over the limit.
      await recordAudit(tx, scope, { actor: actorOf(member), action: 'function.create', target: id, details });
      if ((await countFunctions(tx, scope)) >= limits.functionsMax) fail('function_limit_reached');
      await demandCallCredential(tx, scope, definition.request);
      return toFunction(await insertFunction(tx, scope, id, definition));
    }),
  );
}

/**
 * Changes the working copy that was looked at: `conflict` where it was saved since, `function_name_taken` for another's name. Saving
 * what is there already is no edition of its own.
 */
export function updateFunction(
  deps: Deps,
  member: Member,
  { id, edition, definition }: { id: FunctionId; edition: number; definition: FunctionDefinition },
): Promise<HttpFunction> {
  demand(member, 'agents.write');
  const { scope } = member;
  checkOrigin(deps.callOut, definition);
  return namedOnce(() =>
    deps.database.transaction(scope, async (tx) => {
      const row = await lockFunction(tx, scope, id);
      if (!row) fail('not_found');
      if (row.edition !== edition) fail('conflict');
      const stored = readDefinition(row.definition);
      if (isDeepStrictEqual(stored, definition)) return toFunction(row);
      demandSameTool(stored, definition);
      const details = { name: definition.name };
      await recordAudit(tx, scope, { actor: actorOf(member), action: 'function.update', target: id, details });
      await demandCallCredential(tx, scope, definition.request);
      return toFunction(await updateDefinition(tx, scope, id, definition));
    }),
  );
}

/** What a tool is, what it is called by and whether it does something was approved, and not here. */
function demandSameTool(stored: FunctionDefinition, given: FunctionDefinition): void {
  if (!isDeepStrictEqual(stored.tool, given.tool)) refuse('tool', FUNCTION_FAULTS.toolApproved);
  if (!stored.tool) return;
  const placeOf = ({ request: { body: _body, timeoutSeconds: _seconds, ...place } }: FunctionDefinition) => place;
  if (!isDeepStrictEqual(placeOf(stored), placeOf(given))) refuse('request.origin', FUNCTION_FAULTS.toolFixed);
  if (stored.kind !== given.kind) refuse('kind', FUNCTION_FAULTS.toolFixed);
}

const refuse = (path: string, message: string) => fail('invalid_input', { message, issues: [{ path, message }] });

/** https, and nothing that leads inside as far as the address itself tells. What its name resolves to is checked at each call. */
export function checkOrigin(
  { checkAddress }: Pick<CallOut, 'checkAddress'>,
  { request }: FunctionDefinition,
  at = '',
): void {
  try {
    checkAddress(request.origin);
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    refuse(`${at}request.origin`, FUNCTION_FAULTS.originPublic);
  }
}

async function namedOnce<Saved>(save: () => Promise<Saved>): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'There is already a function of this name.';
    return fail('function_name_taken', { message, issues: [{ path: 'name', message }] });
  }
}
