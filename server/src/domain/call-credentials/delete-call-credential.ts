import { fail } from '@antiphon/contract/errors';
import type { CallCredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listFunctionsUsing, lockCallCredential, removeCallCredential } from './call-credentials.queries.ts';

/** Refused with `credential_in_use`, which names the functions, while a working copy uses it. */
export async function deleteCallCredential(
  deps: { database: Database },
  member: Member,
  id: CallCredentialId,
): Promise<void> {
  demand(member, 'credentials.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockCallCredential(tx, scope, id);
    if (!row) fail('not_found');
    const names = (await listFunctionsUsing(tx, scope, id)).map(({ name }) => name);
    if (names.length > 0)
      fail('credential_in_use', {
        message: `This credential is used by ${names.slice(0, 5).join(', ')}. Choose another one there first.`,
        issues: names.slice(0, 100).map((message) => ({ path: 'functions', message })),
      });
    await removeCallCredential(tx, scope, id);
    const details = { label: row.label };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'call_credential.delete', target: id, details });
  });
}
