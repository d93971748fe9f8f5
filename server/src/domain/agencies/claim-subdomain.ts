import { fail } from '@antiphon/contract/errors';
import { recordAudit } from '../audit/record-audit.ts';
import { actorOf, demand, type Member } from '../identity/identity.policy.ts';
import { deleteHost, hasHost, insertHost, lockAgency } from './agencies.queries.ts';
import type { AgencyDeps } from './get-agency.ts';
import { findSubdomainFault, toHost } from './subdomains.rules.ts';

export type ClaimDeps = AgencyDeps & {
  /** Whether an agency of the other region has this host. */
  isTakenElsewhere(host: string): Promise<boolean>;
};

const MALFORMED = 'Use 3 to 63 letters, digits and hyphens.';

/**
 * Takes a subdomain in place of the one held before; `domain_taken` where somebody has it or nobody may. Within a region the
 * table's key lets one through; between regions each looks at the other after its own row stands, so that of two claims at
 * the same moment both may be refused, but never both served.
 */
export async function claimSubdomain(deps: ClaimDeps, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const host = toHost(typed, deps.rootDomain);
  const fault = findSubdomainFault(host, deps.rootDomain, deps.platformName);
  if (fault === 'malformed')
    fail('invalid_input', { message: MALFORMED, issues: [{ path: 'customDomain', message: MALFORMED }] });
  if (fault === 'reserved' || (await deps.isTakenElsewhere(host))) fail('domain_taken');
  const actor = actorOf(member);
  const isNew = await deps.database.transaction(scope, async (tx) => {
    const agency = await lockAgency(tx, scope);
    if (!agency) fail('not_found');
    if (await hasHost(tx, scope, host)) return false;
    await deleteHost(tx, scope);
    if (!(await insertHost(tx, scope, agency.id, host))) fail('domain_taken');
    await recordAudit(tx, scope, { actor, action: 'agency.claim_subdomain', target: agency.id, details: { host } });
    return true;
  });
  if (isNew && (await deps.isTakenElsewhere(host))) {
    await releaseSubdomain(deps, member, host);
    fail('domain_taken');
  }
}

/** `not_found` where the workspace does not hold this host. */
export async function releaseSubdomain(deps: AgencyDeps, member: Member, typed: string): Promise<void> {
  demand(member, 'agency.write');
  const { scope } = member;
  const host = toHost(typed, deps.rootDomain);
  await deps.database.transaction(scope, async (tx) => {
    const agency = await lockAgency(tx, scope);
    if (!agency || !(await hasHost(tx, scope, host))) fail('not_found');
    await deleteHost(tx, scope);
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
