import type { Region } from '@antiphon/contract/regions';
import type { MailRecord } from '@antiphon/contract/sending-domains';
import { sealDkim } from './seal-dkim-key.ts';
import type { AskedRecord, SendingDomains } from './sending-domains.ports.ts';
import type { DomainRow } from './sending-domains.queries.ts';

/** Has the provider know the domain, or what it made of an earlier call whose answer was lost. Answers what is to be stored. */
export async function registerDomain(
  deps: { sendingDomains: SendingDomains; secretKey: string; database: { region: Region } },
  row: Pick<DomainRow, 'domain' | 'workspaceUid' | 'statusSince'>,
) {
  const { sendingDomains, secretKey, database } = deps;
  const { domain, statusSince: since } = row;
  const { providerId, records, dkim } = await sendingDomains.add({ domain, region: database.region, since });
  return {
    provider: sendingDomains.name,
    providerId,
    records: records.map((record) => toUnseen(domain, record)),
    sealed: dkim && sealDkim(secretKey, row, dkim),
  };
}

/** Before anybody has looked; most often the domain itself is what its zone is called. */
const toUnseen = (domain: string, record: AskedRecord): MailRecord => ({
  ...record,
  zone: domain,
  short: record.name === domain ? '@' : record.name.slice(0, -domain.length - 1),
  ttl: 'Auto',
  found: [],
  state: 'unknown',
  why: null,
});
