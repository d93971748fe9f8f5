import { fail } from '@antiphon/contract/errors';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { emit } from '../events/emit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { HostClaims } from './agency-hosts.ports.ts';
import { findHeld, lockHolder, releaseSubdomain, takeSubdomain } from './agency-hosts.queries.ts';
import { claimForRegion } from './claim-for-region.ts';
import { findSubdomainFault, toHost } from './subdomains.rules.ts';

export type SubdomainDeps = { database: Database; claims: HostClaims; platformName: string; rootDomain: string };

const MALFORMED = 'Use 3 to 63 letters, digits and hyphens.';

/**
 * Takes a subdomain in place of the one held before, which is kept for 30 days; `domain_taken` where somebody has it or nobody may, `unavailable` while
 * the directory cannot be asked. The directory's key decides between regions, then the table's between agencies of this one.
 * A claim that ends in between is swept (`settle-host-claims.ts`).
 */
export async function claimSubdomain(deps: SubdomainDeps, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const host = toHost(typed, deps.rootDomain);
  const fault = findSubdomainFault(host, deps.rootDomain, deps.platformName);
  if (fault === 'malformed')
    fail('invalid_input', { message: MALFORMED, issues: [{ path: 'customDomain', message: MALFORMED }] });
  if (fault === 'reserved') fail('domain_taken');
  // Whoever has no agency holds no name, not even for the ten minutes of a claim without a host.
  if (!(await deps.database.transaction(scope, (tx) => lockHolder(tx, scope)))) fail('not_found');
  if (!(await claimForRegion(deps.claims, host))) fail('domain_taken');
  const actor = actorOf(member);
  await deps.database.transaction(scope, async (tx) => {
    const agencyId = await lockHolder(tx, scope);
    if (!agencyId) fail('not_found');
    if (await findHeld(tx, scope, 'subdomain', host)) return;
    await releaseSubdomain(tx, scope);
    const taken = await takeSubdomain(tx, scope, agencyId, host);
    if (taken === 'taken') fail('domain_taken');
    // A name below the platform's own needs no records: it is verified as it is taken.
    const event = { agencyId, userId: member.userId, domain: host };
    if (taken === 'new') await emit(tx, scope, { type: 'agency_subdomain_verified', payload: event });
    await recordAudit(tx, scope, { actor, action: 'agency.claim_subdomain', target: agencyId, details: { host } });
  });
}

/** It is kept for the agency for 30 days. `not_found` where the workspace does not hold this host. */
export async function giveSubdomainBack(deps: SubdomainDeps, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const host = toHost(typed, deps.rootDomain);
  await deps.database.transaction(scope, async (tx) => {
    const agencyId = await lockHolder(tx, scope);
    if (!agencyId || !(await findHeld(tx, scope, 'subdomain', host))) fail('not_found');
    await releaseSubdomain(tx, scope);
    await recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'agency.release_subdomain',
      target: agencyId,
      details: { host },
    });
  });
}

export const holdsSubdomain = (
  deps: SubdomainDeps,
  { scope }: Pick<Member, 'scope'>,
  typed: string,
): Promise<boolean> =>
  deps.database.transaction(
    scope,
    async (tx) => (await findHeld(tx, scope, 'subdomain', toHost(typed, deps.rootDomain))) !== null,
  );
