import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { listAgentsUsing, lockCredential, removeCredential } from './credentials.queries.ts';
import { inUseSentence } from './credentials.rules.ts';

/** Refused with `credential_in_use`, which names the agents, while a working copy or a published copy uses it. */
export async function deleteCredential(deps: { database: Database }, member: Member, id: CredentialId): Promise<void> {
  demand(member, 'credentials.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await lockCredential(tx, scope, id);
    if (!row) fail('not_found');
    const titles = (await listAgentsUsing(tx, scope, id)).map(({ title }) => title);
    if (titles.length > 0)
      fail('credential_in_use', {
        message: inUseSentence(titles),
        issues: titles.slice(0, 100).map((title) => ({ path: 'agents', message: title })),
      });
    if (!(await removeCredential(tx, scope, id))) fail('not_found');
    const details = { provider: row.provider, label: row.label };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'credential.delete', target: id, details });
  });
}
