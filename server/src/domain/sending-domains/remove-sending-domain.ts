import { fail } from '@antiphon/contract/errors';
import type { SendingDomainId } from '@antiphon/contract/ids';
import { recordAudit } from '../audit/record-audit.ts';
import { endReminder } from '../dns-reminders/keep-reminder.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { type DomainDeps, failUnasked } from './add-sending-domain.ts';
import { deleteDomain, findDomainById } from './sending-domains.queries.ts';

/**
 * At the provider first: a domain that it still had as verified would be the next one's who adds it. Where it does not answer
 * nothing is removed.
 */
export async function removeSendingDomain(deps: DomainDeps, member: Member, id: SendingDomainId): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const { database, sendingDomains } = deps;
  const row = await database.transaction(scope, (tx) => findDomainById(tx, scope, id));
  if (!row) fail('not_found');
  const { domain, providerId } = row;
  if (providerId !== null && row.provider === sendingDomains.name)
    await sendingDomains.remove(providerId).catch((error: unknown) => {
      if (!(error instanceof VendorFailure)) throw error;
      if (error.kind !== 'not_found') failUnasked(deps.log, error);
    });
  await database.transaction(scope, async (tx) => {
    if (!(await deleteDomain(tx, scope, id))) fail('not_found');
    await endReminder(tx, scope, { purpose: 'sending', domain });
    const actor = actorOf(member);
    await recordAudit(tx, scope, { actor, action: 'agency.remove_sending_domain', target: id, details: { domain } });
  });
}

/** No more mails about what is missing; twice is once. */
export async function stopReminder(deps: DomainDeps, member: Member, id: SendingDomainId): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  await deps.database.transaction(scope, async (tx) => {
    const row = await findDomainById(tx, scope, id);
    if (!row) fail('not_found');
    const { domain } = row;
    if (!(await endReminder(tx, scope, { purpose: 'sending', domain }))) return;
    const actor = actorOf(member);
    await recordAudit(tx, scope, { actor, action: 'agency.stop_dns_reminder', target: id, details: { domain } });
  });
}
