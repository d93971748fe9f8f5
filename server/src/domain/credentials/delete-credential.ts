import { fail } from '@antiphon/contract/errors';
import type { CredentialId } from '@antiphon/contract/ids';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { findCredential, listAgentTitlesUsing, removeCredential } from './credentials.queries.ts';

/**
 * Refused with `credential_in_use` while a working copy or a published copy names it. Not covered: a working copy saved in
 * the same instant, whose replies then fail with a plain reason.
 */
export async function deleteCredential(deps: { database: Database }, member: Member, id: CredentialId): Promise<void> {
  demand(member, 'credentials.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await findCredential(tx, scope, id);
    if (!row) fail('not_found');
    const [title] = await listAgentTitlesUsing(tx, scope, id);
    if (title !== undefined)
      fail('credential_in_use', {
        message: `This credential is used by the agent "${title}". Choose another there first.`,
      });
    if (!(await removeCredential(tx, scope, id))) fail('not_found');
    const details = { provider: row.provider, label: row.label };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'credential.delete', target: id, details });
  });
}
