import type { Client, ClientChange } from '@antiphon/contract/clients';
import { fail } from '@antiphon/contract/errors';
import type { ClientId } from '@antiphon/contract/ids';
import { holdPaths } from '../agency-tabs/list-tabs.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { toAddress } from '../email/email.rules.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { lockClientRow, lockEmail, removeClient, updateClientRow } from './clients.queries.ts';
import { failEmail, failTaken } from './clients.rules.ts';
import type { ClientDeps } from './create-client.ts';
import { getClient, readClient } from './list-clients.ts';
import { type NoticeDeps, tellOfNewEmail, tellOfNewPassword } from './tell-of-change.ts';

/**
 * Changes what is named. A new password ends all sessions of the old one, and is to be changed at the next sign-in; the audit
 * log tells that there is a new one, never which. The client is told of a new password, and at the old address of a new one.
 */
export async function updateClient(
  deps: ClientDeps & NoticeDeps,
  member: Member,
  id: ClientId,
  change: ClientChange,
): Promise<Client> {
  demand(member, 'clients.write');
  const { scope } = member;
  const { dashboardPassword, email: givenEmail, ...fields } = change;
  const email = givenEmail === undefined ? undefined : (toAddress(givenEmail) ?? failEmail());
  if (dashboardPassword !== undefined) await getClient(deps, scope, id);
  const passwordHash = dashboardPassword === undefined ? null : await deps.passwords.hash(dashboardPassword);
  return deps.database.transaction(scope, async (tx) => {
    const known = await holdPaths(tx, scope);
    const before = (await lockClientRow(tx, scope, id)) ?? fail('not_found');
    const taken = email && (await lockEmail(tx, scope, email));
    if (taken && taken.id !== id) failTaken(taken.orgId);
    await updateClientRow(tx, scope, id, {
      ...fields,
      ...(fields.canAccess ? { canAccess: known(fields.canAccess) } : {}),
      ...(fields.clientTabOrder ? { clientTabOrder: known(fields.clientTabOrder) } : {}),
      ...(email ? { email } : {}),
      ...(passwordHash ? { passwordHash, hasChangedPassword: false } : {}),
      isNewPassword: passwordHash !== null,
    });
    const told = { ...before, preferredLanguage: change.preferredLanguage ?? before.preferredLanguage };
    const byAgency = { byAgency: true };
    if (email && email !== before.email) await tellOfNewEmail(deps, tx, scope, told, byAgency);
    if (passwordHash) await tellOfNewPassword(deps, tx, scope, { ...told, email: email ?? before.email }, byAgency);
    const details = { changed: Object.keys(change) };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'client.update', target: id, details });
    return readClient(tx, scope, id);
  });
}

/** Sessions go with the row: the next call of this person finds nobody. */
export async function deleteClient(deps: Pick<ClientDeps, 'database'>, member: Member, id: ClientId): Promise<void> {
  demand(member, 'clients.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const client = await lockClientRow(tx, scope, id);
    if (!client || !(await removeClient(tx, scope, id))) fail('not_found');
    const details = { orgId: client.orgId };
    await recordAudit(tx, scope, { actor: actorOf(member), action: 'client.delete', target: id, details });
  });
}
