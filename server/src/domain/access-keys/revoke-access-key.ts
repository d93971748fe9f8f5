import { fail } from '@antiphon/contract/errors';
import type { AccessKeyId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, type Member } from '../identity/identity.policy.ts';
import { demandPerson, whoseKeys } from './access-keys.policy.ts';
import { deleteKey } from './access-keys.queries.ts';

/** One's own, or a colleague's where one manages members. Its next call is refused, in every process. */
export async function revokeAccessKey(deps: { database: Database }, member: Member, id: AccessKeyId): Promise<void> {
  demandPerson(member);
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const gone = await deleteKey(tx, scope, id, whoseKeys(member));
    if (!gone) fail('not_found');
    await recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'access_key.revoke',
      target: id,
      details: { name: gone.name, userId: gone.userId },
    });
  });
}
