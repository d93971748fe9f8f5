import { fail } from '@antiphon/contract/errors';
import type { HttpFunction } from '@antiphon/contract/functions';
import type { FunctionId } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { deleteRevisionsUpTo, insertRevision, lockFunction } from './functions.queries.ts';
import { toFunction } from './get-function.ts';

/**
 * Makes the working copy that was looked at the next revision. Fails with `conflict` where it was saved since, and with
 * `nothing_to_publish` where the newest revision is a copy of it. The oldest beyond `functionRevisionsMax` are forgotten.
 */
export function publishFunction(
  deps: { database: Database },
  member: Member,
  { id, edition }: { id: FunctionId; edition: number },
): Promise<HttpFunction> {
  demand(member, 'agents.publish');
  const { scope } = member;
  return deps.database.transaction(scope, async (tx) => {
    const row = await lockFunction(tx, scope, id);
    if (!row) fail('not_found');
    if (row.edition !== edition) fail('conflict');
    if (row.publishedEdition === edition) fail('nothing_to_publish');
    const number = (row.revision ?? 0) + 1;
    const { definition } = row;
    const published = await insertRevision(tx, scope, {
      ...{ functionId: id, number, definition, edition },
      publishedByUserId: member.userId,
    });
    await deleteRevisionsUpTo(tx, scope, id, number - limits.functionRevisionsMax);
    const details = { name: definition.name, revision: number };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'function.publish', target: id, details });
    return toFunction(published);
  });
}
