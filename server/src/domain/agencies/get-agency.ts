import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import type { CustomDomain } from '@antiphon/contract/agency-hosts';
import type { Tx } from '../../db/database.ts';
import type { Scope } from '../../db/scope.ts';
import { facingHostOf, readHosts } from '../agency-hosts/read-hosts.ts';
import { readTabs } from '../agency-tabs/list-tabs.ts';
import type { DomainFacts } from '../custom-domains/custom-domains.ports.ts';
import { findOffer } from '../custom-domains/find-offer.ts';
import { isVerified, proofOf, readDomain } from '../custom-domains/get-domain.ts';
import { hasWhiteLabel, includesWhiteLabel } from '../entitlements/demand-white-label.ts';
import { findFontSheet } from '../fonts/choose-font.ts';
import { can, canAll, type Member } from '../identity/identity.policy.ts';
import { mayStartTrial } from '../identity/whitelabel-trial.ts';
import { findSendingDomain } from '../sending-domains/get-sending-domain.ts';
import { findWorkspaceOwner } from '../workspaces/find-workspace-owner.ts';
import { findAgency } from './agencies.queries.ts';
import { clientUrlOf, type HostFacts } from './agencies.rules.ts';

export type AgencyDeps = DomainFacts & { platformName: string; sellsPlans: boolean };

/** Every member may look; `agency` is null until the workspace sells under its own brand. */
export async function getAgency(deps: AgencyDeps, member: Member, facts: HostFacts): Promise<AgencyView> {
  const { scope } = member;
  const urlOf = (host: string) => clientUrlOf(host, deps.publicUrl, facts);
  const { agency, hosts, domain, ownerUserId, offer, ...plan } = await deps.database.transaction(scope, async (tx) => {
    const hosts = await readHosts(tx, scope);
    const domain = await readDomain({ ...deps, urlOf }, tx, scope);
    return {
      ...{ hosts, domain },
      agency: await readAgency(deps, tx, scope, { hosts, domain }),
      ownerUserId: await findWorkspaceOwner(tx, scope),
      offer: await findOffer(deps, tx, scope),
      isWhite: await hasWhiteLabel(tx, scope, new Date()),
      isIncluded: await includesWhiteLabel(tx, scope),
    };
  });
  const facing = facingHostOf(hosts);
  const canEdit = can(member, 'agency.write');
  const isTrialFree = agency === null && canEdit && ownerUserId !== null;
  const fontSheet = agency ? await findFontSheet(deps, agency.googleFont) : '';
  return {
    agency: agency && { ...agency, fontSheet },
    rootDomain: deps.rootDomain,
    clientUrl: facing === '' ? '' : urlOf(facing),
    domain,
    abilities: {
      canEdit,
      canRotateSecret: canAll(member),
      canStartTrial: isTrialFree && (plan.isIncluded || (await mayStartTrial(deps, ownerUserId))),
      isIncluded: plan.isIncluded,
      customDomain: offer,
      autoBilling: !deps.sellsPlans ? 'not_offered' : plan.isWhite ? 'yes' : 'needs_plan',
    },
  };
}

type Domains = { hosts: Awaited<ReturnType<typeof readHosts>>; domain: CustomDomain | null };

async function readAgency(
  deps: DomainFacts,
  tx: Tx,
  scope: Scope,
  { hosts: { subdomain }, domain }: Domains,
): Promise<Agency | null> {
  const found = await findAgency(tx, scope);
  if (!found) return null;
  const { agency, ownerUserId } = found;
  const sending = await findSendingDomain(tx, scope);
  const {
    id,
    workspaceUid: _uid,
    secretHash: _hash,
    scopedCSS: _css,
    disablePasswordLogin,
    createdAt,
    lastModified,
    ...brand
  } = agency;
  return {
    ...brand,
    customTabs: await readTabs(tx, scope),
    ID: id,
    userId: ownerUserId,
    VGsubDomain: subdomain?.host ?? '',
    // A name under the root domain needs no proof: its records are the platform's.
    isVerifiedSubDomain: subdomain !== null,
    customDomain: domain?.domain ?? '',
    isVerifiedCustomDomain: domain !== null && isVerified(domain),
    customDomainConfig: domain && proofOf(deps, scope, domain.domain),
    resendEmailDomain: sending?.domain ?? '',
    resendEmailDomainId: sending?.id ?? '',
    resendEmailDomainStatus: sending?.status ?? 'not_started',
    resendEmailDomainRecords_JSON_STRING: sending ? JSON.stringify(sending.records) : '',
    settings: { disablePasswordLogin },
    createdAt: seconds(createdAt),
    lastModified: seconds(lastModified),
  } as Agency;
}

const seconds = (date: Date) => Math.floor(date.getTime() / 1_000);
