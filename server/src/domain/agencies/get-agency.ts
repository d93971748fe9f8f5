import type { Agency, AgencyView } from '@antiphon/contract/agencies';
import type { Database, Tx } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import { readHosts } from '../agency-hosts/read-hosts.ts';
import { readTabs } from '../agency-tabs/list-tabs.ts';
import { can, canAll, type Member } from '../identity/identity.policy.ts';
import { mayStartTrial } from '../identity/whitelabel-trial.ts';
import { findSendingDomain } from '../sending-domains/get-sending-domain.ts';
import { findWorkspaceOwner } from '../workspaces/find-workspace-owner.ts';
import { findAgency } from './agencies.queries.ts';
import { clientUrlOf, type HostFacts } from './agencies.rules.ts';

export type AgencyDeps = {
  database: Database;
  systemScope: SystemScope;
  platformName: string;
  rootDomain: string;
  publicUrl: string | null;
  contentHost: string;
};

/** Every member may look; `agency` is null until the workspace sells under its own brand. */
export async function getAgency(deps: AgencyDeps, member: Member, facts: HostFacts): Promise<AgencyView> {
  const { scope } = member;
  const { agency, ownerUserId } = await deps.database.transaction(scope, async (tx) => ({
    agency: await readAgency(tx, scope),
    ownerUserId: await findWorkspaceOwner(tx, scope),
  }));
  const canEdit = can(member, 'agency.write');
  const isTrialFree = agency === null && canEdit && ownerUserId !== null;
  return {
    agency,
    rootDomain: deps.rootDomain,
    clientUrl: agency?.VGsubDomain ? clientUrlOf(agency.VGsubDomain, deps.publicUrl, facts) : '',
    abilities: {
      canEdit,
      canRotateSecret: canAll(member),
      canStartTrial: isTrialFree && (await mayStartTrial(deps, ownerUserId)),
    },
  };
}

async function readAgency(tx: Tx, scope: Scope): Promise<Agency | null> {
  const found = await findAgency(tx, scope);
  if (!found) return null;
  const { agency, ownerUserId } = found;
  const { subdomain } = await readHosts(tx, scope);
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
