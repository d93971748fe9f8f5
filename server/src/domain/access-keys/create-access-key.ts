import { ACCESS_SCOPES, type AccessKey, type AccessScope, permissionOfScope } from '@antiphon/contract/access-keys';
import { fail } from '@antiphon/contract/errors';
import { newAccessKeyId, newAccessSecret } from '@antiphon/contract/ids';
import { limits } from '@antiphon/contract/limits';
import type { Database } from '../../db/database.ts';
import type { SystemScope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listMemberNames } from '../workspaces/list-member-names.ts';
import { hashSecret } from '../workspaces/secrets.rules.ts';
import { demandPerson } from './access-keys.policy.ts';
import { countKeys, insertKey } from './access-keys.queries.ts';
import { toAccessKey } from './list-access-keys.ts';

type Given = { name: string; scopes: readonly AccessScope[]; days: number };

/** The key itself is in the answer, and nowhere else. Nobody gives away what they may not do themselves. */
export async function createAccessKey(
  deps: { database: Database; systemScope: SystemScope },
  member: Member,
  { name, scopes: wanted, days }: Given,
): Promise<{ accessKey: AccessKey; secret: string }> {
  const userId = demandPerson(member);
  const { scope } = member;
  // What every key has is not written down.
  const scopes = ACCESS_SCOPES.filter((one) => one !== 'read' && wanted.includes(one));
  for (const needed of scopes.map((one) => permissionOfScope[one])) if (needed) demand(member, needed);
  const [id, secret] = [newAccessKeyId(), newAccessSecret()];
  const createdAt = new Date();
  const expiresAt = new Date(createdAt.getTime() + days * 86_400_000);
  const row = await deps.database.transaction(scope, async (tx) => {
    // Holds the workspace's audit lock from here on, so that nobody counts beside.
    const details = { name, scopes, expiresAt };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'access_key.create', target: id, details });
    if ((await countKeys(tx, scope, userId)) >= limits.accessKeysMax) fail('access_key_limit_reached');
    const kept = { secretHash: hashSecret(secret), last4: secret.slice(-4) };
    return insertKey(tx, scope, { id, userId, name, scopes, ...kept, createdAt, expiresAt });
  });
  return { accessKey: toAccessKey(row, await listMemberNames(deps, scope), userId), secret };
}
