import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import type { DomainRecord } from '@antiphon/contract/agency-hosts';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type { WantedRecord } from '../dns/dns.ports.ts';
import { shorten } from '../dns/dns-values.rules.ts';
import { registeredOf } from './custom-domains.rules.ts';

/** Where custom domains lead: a name, addresses, or both. */
export type EdgePlace = { host: string; addresses: readonly string[] };

/** Of this workspace and this host alone, and there before anything is stored: nobody shows with it that another's is theirs. */
export const domainToken = (secretKey: string, workspaceUid: WorkspaceUid, host: string): string =>
  createHmac('sha256', secretKey).update(`domain-check\n${workspaceUid}\n${host}`).digest('hex').slice(0, 40);

/** What shows whose the host is. */
export const proofRecord = (host: string, token: string) => ({
  type: 'TXT' as const,
  name: `_domain-check.${host}`,
  value: `agency=${token}`,
});

/** The proof first, then what leads here. */
export function wantedRecords(host: string, token: string, { host: edge, addresses }: EdgePlace): WantedRecord[] {
  const proof = proofRecord(host, token);
  if (edge !== '') return [proof, { type: 'CNAME', name: host, value: edge, addresses }];
  const typeOf = (address: string) => (isIP(address) === 6 ? 'AAAA' : 'A');
  return [proof, ...addresses.map((value) => ({ type: typeOf(value), name: host, value }) as const)];
}

/** Before anybody has looked: what is registered of a name is most often what its zone is called. */
export const toUnseen = (host: string, wanted: readonly WantedRecord[]): Omit<DomainRecord, 'ttl'>[] => {
  const zone = registeredOf(host);
  return wanted.map(({ type, name, value }) => ({
    ...{ type, name, value, zone, short: shorten(name, zone) },
    ...{ found: [], state: 'unknown' as const, why: null },
  }));
};
