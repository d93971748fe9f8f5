import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import type { HostClaims } from './agencies.ports.ts';
import { findAgency, hasHost, lockAgency, releaseHost, takeHost } from './agencies.queries.ts';
import type { AgencyDeps } from './get-agency.ts';
import { claimHost } from './host-claims.system.queries.ts';
import { findSubdomainFault, toHost } from './subdomains.rules.ts';

export type ClaimDeps = AgencyDeps & { claims: HostClaims };

const MALFORMED = 'Use 3 to 63 letters, digits and hyphens.';

/**
 * Takes a subdomain in place of the one held before, which is kept for 30 days; `domain_taken` where somebody has it or nobody may, `unavailable` while
 * the directory cannot be asked. The directory's key decides between regions, then the table's between agencies of this one.
 * A claim that ends in between is swept (`settle-host-claims.ts`).
 */
export async function claimSubdomain(deps: ClaimDeps, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const host = toHost(typed, deps.rootDomain);
  const fault = findSubdomainFault(host, deps.rootDomain, deps.platformName);
  if (fault === 'malformed')
    fail('invalid_input', { message: MALFORMED, issues: [{ path: 'customDomain', message: MALFORMED }] });
  if (fault === 'reserved') fail('domain_taken');
  // Whoever has no agency holds no name, not even for the ten minutes of a claim without a host.
  if (!(await deps.database.transaction(scope, (tx) => findAgency(tx, scope)))) fail('not_found');
  if (!(await claimForRegion(deps.claims, host))) fail('domain_taken');
  const actor = actorOf(member);
  await deps.database.transaction(scope, async (tx) => {
    const agency = await lockAgency(tx, scope);
    if (!agency) fail('not_found');
    if (await hasHost(tx, scope, host)) return;
    await releaseHost(tx, scope);
    if (!(await takeHost(tx, scope, agency.id, host))) fail('domain_taken');
    await recordAudit(tx, scope, { actor, action: 'agency.claim_subdomain', target: agency.id, details: { host } });
  });
}

const claimForRegion = ({ region, findDirectory }: HostClaims, host: string): Promise<boolean> =>
  findDirectory()
    .then((directory) => claimHost(directory, region, host))
    .catch(() => fail('unavailable'));

/** It is kept for the agency for 30 days. `not_found` where the workspace does not hold this host. */
export async function releaseSubdomain(deps: AgencyDeps, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const host = toHost(typed, deps.rootDomain);
  await deps.database.transaction(scope, async (tx) => {
    const agency = await lockAgency(tx, scope);
    if (!agency || !(await hasHost(tx, scope, host))) fail('not_found');
    await releaseHost(tx, scope);
    await recordAudit(tx, scope, {
      actor: actorOf(member),
      action: 'agency.release_subdomain',
      target: agency.id,
      details: { host },
    });
  });
}

export const isServed = (deps: AgencyDeps, { scope }: Pick<Member, 'scope'>, typed: string): Promise<boolean> =>
  deps.database.transaction(scope, (tx) => hasHost(tx, scope, toHost(typed, deps.rootDomain)));
