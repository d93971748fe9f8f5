import type { RecordType } from '@antiphon/contract/dns-records';

export type DnsKind = 'A' | 'AAAA' | 'CNAME' | 'TXT' | 'MX' | 'NS' | 'CAA';

/**
 * One text a record: the strings of a TXT joined, `10 mx.example.com` of an MX, `0 issue ca.example` of a CAA. Only `none` says that
 * there is no such record: who does not answer, or answers that they cannot tell, says nothing about it.
 */
export type DnsAnswer =
  | { state: 'found'; values: string[] }
  | { state: 'none' }
  | { state: 'failed'; reason: 'timeout' | 'servfail' | 'refused' };

export type DnsLook = {
  /** Of the resolver, or of the servers at these addresses, of which the first that answers counts. Never throws. */
  ask(kind: DnsKind, name: string, at?: readonly string[]): Promise<DnsAnswer>;
  /** Whether a server may be asked that a customer's zone names: one inside may not. */
  mayAsk(address: string): boolean;
};

/** `other`: something else answers there. `certificate`: it has none that holds for the host. `unreachable`: all the rest. */
export type ProbeResult = 'right' | 'other' | 'certificate' | 'unreachable';

/** Does `https://{host}/.well-known/host-check` answer with this token, for anybody in the world? Never throws. */
export type HostProbe = { probe(host: string, token: string): Promise<ProbeResult> };

/** A certificate authority that we order from, as CAA records name it; and our account there, where we know it. */
export type CaaIssuer = { domain: string; accountUri: string | null };

/** What has to stand in the DNS of somebody's domain. */
export type WantedRecord = {
  type: RecordType;
  /** The whole name. */
  name: string;
  value: string;
  priority?: number;
  /** Of a CNAME: to where it leads. A name with these addresses and no others is as good as the alias. */
  addresses?: readonly string[];
};
