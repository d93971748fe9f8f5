import { fail } from '@antiphon/contract/errors';
import type { FunctionId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { lockFunction, removeFunction } from './functions.queries.ts';

/** With all of its revisions. */
export async function deleteFunction(deps: { database: Database }, member: Member, id: FunctionId): Promise<void> {
  demand(member, 'agents.publish');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockFunction(tx, scope, id);
    if (!row) fail('not_found');
    await removeFunction(tx, scope, id);
    const details = { name: row.definition.name };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'function.delete', target: id, details });
  });
}
