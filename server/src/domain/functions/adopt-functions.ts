import { isDeepStrictEqual } from 'node:util';
import { fail } from '@antiphon/contract/errors';
import type { FunctionDefinition } from '@antiphon/contract/function-definition';
import { type FunctionId, newFunctionId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Tx } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { freeName, isOf, withoutCredential } from './adopt-functions.rules.ts';
import type { CallOut } from './functions.ports.ts';
import { insertFunction, insertRevision, listFunctionNames, listNewestByName } from './functions.queries.ts';
import { readDefinition } from './get-function.ts';
import { checkOrigin } from './save-function.ts';

export type AdoptedFunction = { functionId: FunctionId; revision: number; name: string; isReused: boolean };

/**
 * Functions that come from elsewhere, published at once: in place of one that is here already and the same in all it does, nothing is
 * made; where another one has the name, it gets a number. A tool that is not here stays out. Nothing comes with a credential. Whoever calls has written an audit row
 * before: its lock lets no two choose the same name. Fails with `function_limit_reached`, and with `forbidden` where something has to
 * be published that the member may not.
 */
export async function adoptFunctions(
  { callOut }: { callOut: Pick<CallOut, 'checkAddress'> },
  tx: Tx,
  member: Member,
  given: readonly { functionId: FunctionId; definition: FunctionDefinition }[],
): Promise<ReadonlyMap<FunctionId, AdoptedFunction>> {
  const adopted = new Map<FunctionId, AdoptedFunction>();
  if (given.length === 0) return adopted;
  const { scope } = member;
  const names = new Set(await listFunctionNames(tx, scope));
  const asked = new Set(given.flatMap(({ definition: { name } }) => [...names].filter((one) => isOf(one, name))));
  const here = await listNewestByName(tx, scope, [...asked]);
  for (const [at, { functionId, definition }] of given.entries()) {
    checkOrigin(callOut, definition, `file.functions.${at}.definition.`);
    const own = withoutCredential(definition);
    const same = here.find(
      (one) =>
        isOf(one.name, own.name) &&
        isDeepStrictEqual({ ...withoutCredential(readDefinition(one.definition)), name: own.name }, own),
    );
    if (same) {
      const { name, revision } = same;
      adopted.set(functionId, { functionId: same.functionId, revision, name, isReused: true });
      continue;
    }
    // A tool is approved by a person, in the workspace whose source it is of.
    if (definition.tool) continue;
    if (names.size >= limits.functionsMax) fail('function_limit_reached');
    const name = freeName(own.name, names);
    names.add(name);
    adopted.set(functionId, await makeFunction(tx, member, { ...own, name }));
  }
  return adopted;
}

async function makeFunction(tx: Tx, member: Member, definition: FunctionDefinition): Promise<AdoptedFunction> {
  demand(member, 'agents.publish');
  const { scope } = member;
  const { name } = definition;
  const revision = 1;
  const { id, edition } = await insertFunction(tx, scope, newFunctionId(), definition);
  await insertRevision(tx, scope, {
    ...{ functionId: id, number: revision, definition, edition },
    publishedByUserId: member.userId,
  });
  const entry = { actor: actorOf(member), target: id, details: { name } };
  await recordAudit(tx, scope, { ...entry, action: 'function.create' });
  return { functionId: id, revision, name, isReused: false };
}
