import type { ClientActor, ClientProfileChange } from '@antiphon/contract/client-sessions';
import { fail } from '@antiphon/contract/errors';
import type { Database } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { toAddress } from '../email/email.rules.ts';
import { actorOf } from '../identity/identity.policy.ts';
import { lockClientRow, lockEmail, updateClientRow } from './clients.queries.ts';
import { failEmail } from './clients.rules.ts';
import { type NoticeDeps, tellOfNewEmail } from './tell-of-change.ts';

/**
 * What a client changes of themselves: never what they may open, nor whose they are. The status alone is not written down. Of a
 * new address the old one is told.
 */
export async function updateOwnProfile(
  deps: { database: Database } & NoticeDeps,
  { scope, actor }: { scope: Scope; actor: ClientActor },
  { email: given, ...fields }: ClientProfileChange,
): Promise<void> {
  // Whoever opened the dashboard in their place has the agency's own screen for it.
  if (actor.openedBy !== null) fail('forbidden');
  const id = actor.clientId;
  const email = given === undefined ? undefined : (toAddress(given) ?? failEmail());
  await deps.database.transaction(scope, async (tx) => {
    const before = (await lockClientRow(tx, scope, id)) ?? fail('not_found');
    const taken = email && (await lockEmail(tx, scope, email));
    if (taken && taken.id !== id) failUsed();
    await updateClientRow(tx, scope, id, { ...fields, ...(email ? { email } : {}), isNewPassword: false });
    const told = { ...before, preferredLanguage: fields.preferredLanguage ?? before.preferredLanguage };
    if (email && email !== before.email) await tellOfNewEmail(deps, tx, scope, told, { byAgency: false });
    const changed = Object.keys(email ? { ...fields, email } : fields);
    if (changed.every((field) => field === 'status')) return;
    const act = { actor: actorOf({ userId: null, client: actor }), action: 'client.update_own', target: id };
    await recordAudit(tx, scope, { ...act, details: { changed } });
  });
}

/** Of which org they are is nobody's business here. */
function failUsed(): never {
  const message = 'Somebody else signs in with this email.';
  fail('conflict', { message, issues: [{ path: 'email', message }] });
}
