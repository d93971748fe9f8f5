import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { endReminder } from '../dns-reminders/keep-reminder.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { DomainDeps } from './custom-domains.ports.ts';
import { deleteCustomHost, findCustomHost } from './custom-domains.queries.ts';
import { readTypedDomain } from './custom-domains.rules.ts';

/** Nothing of it is served from then on, and anybody may claim it. `not_found` where the workspace does not have this domain. */
export async function removeDomain(deps: Pick<DomainDeps, 'database'>, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const read = readTypedDomain(typed);
  if ('fault' in read) return fail('not_found');
  const { host } = read;
  await deps.database.transaction(scope, async (tx) => {
    const gone = await deleteCustomHost(tx, scope, host);
    if (!gone) fail('not_found');
    await endReminder(tx, scope, { purpose: 'custom', domain: host });
    const act = { actor: actorOf(member), action: 'agency.remove_domain', target: gone.agencyId };
    await recordAudit(tx, scope, { ...act, details: { host } });
  });
}

/** No more mails about what is missing; twice is once. */
export async function stopDomainReminder(
  deps: Pick<DomainDeps, 'database'>,
  member: Member,
  typed: string,
): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const read = readTypedDomain(typed);
  await deps.database.transaction(scope, async (tx) => {
    const row = await findCustomHost(tx, scope);
    if (!row || 'fault' in read || row.host !== read.host) fail('not_found');
    const { host, agencyId } = row;
    if (!(await endReminder(tx, scope, { purpose: 'custom', domain: host }))) return;
    const act = { actor: actorOf(member), action: 'agency.stop_domain_reminder', target: agencyId };
    await recordAudit(tx, scope, { ...act, details: { host } });
  });
}
