import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Scope, SystemScope } from '../../db/scope.ts';
import type { HostClaims } from '../agency-hosts/agency-hosts.ports.ts';
import type { CaaIssuer, DnsLook, HostProbe } from '../dns/dns.ports.ts';
import type { FindPeer } from '../regions/regions.ports.ts';
import type { EdgePlace } from './wanted-records.rules.ts';

/** What custom domains are made of; the first part suffices to show one. */
export type DomainFacts = {
  database: Database;
  systemScope: SystemScope;
  secretKey: string;
  rootDomain: string;
  publicUrl: string | null;
  contentHost: string;
  edge: EdgePlace & { issuers: readonly CaaIssuer[] };
};

export type DomainDeps = DomainFacts & {
  makeScope: (uid: WorkspaceUid) => Scope;
  claims: HostClaims;
  findPeer: FindPeer;
  dnsLook: DnsLook;
};

export type CheckDeps = DomainDeps & { hostProbe: HostProbe; log: Logger; now?: () => Date };
