import { fail } from '@antiphon/contract/errors';
import type { SendingDomainId } from '@antiphon/contract/ids';
import { GIVEN_BACK } from '../../db/lease.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { VendorFailure } from '../vendors/vendors.ports.ts';
import { type DomainDeps, failUnasked } from './add-sending-domain.ts';
import { registerDomain } from './register-domain.ts';
import { type DomainRow, findDomainById, updateDomain } from './sending-domains.queries.ts';

/**
 * Has the provider look, and looks at once itself. What failed starts anew; what is verified stays so meanwhile. A domain that the
 * provider does not know, or that another one knew, is made there.
 */
export async function verifySendingDomain(deps: DomainDeps, member: Member, id: SendingDomainId): Promise<DomainRow> {
  demand(member, 'agency.write');
  const { scope } = member;
  const { database, sendingDomains } = deps;
  const row = await database.transaction(scope, (tx) => findDomainById(tx, scope, id));
  if (!row) fail('not_found');
  const isKnown = row.providerId !== null && row.provider === sendingDomains.name;
  const now = new Date();
  try {
    // What an earlier call may have made is looked for where none was answered.
    const since = row.providerId === null ? row.statusSince : now;
    const made = isKnown ? null : await registerDomain(deps, { ...row, statusSince: since });
    const providerId = made?.providerId ?? row.providerId;
    if (providerId !== null) await sendingDomains.verify(providerId);
    const isUsed = row.status === 'verified' || row.status === 'temporary_failure';
    const begun = isUsed && isKnown ? {} : { status: 'pending' as const, statusSince: now };
    return await database.transaction(scope, async (tx) => {
      // Who looks at it just now has looked too early: their lease ends here.
      const change = { ...made, ...begun, checks: 0, nextCheckAt: now, ...GIVEN_BACK };
      const changed = await updateDomain(tx, scope, id, change);
      if (!changed) fail('not_found');
      const details = { domain: row.domain };
      const actor = actorOf(member);
      await recordAudit(tx, scope, { actor, action: 'agency.verify_sending_domain', target: id, details });
      return changed;
    });
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.kind === 'forbidden') fail('domain_taken', { message: 'This domain is already added' });
    return failUnasked(deps.log, error);
  }
}
