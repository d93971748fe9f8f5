import type { MailRecord } from '@antiphon/contract/sending-domains';
import { type DomainRecords, Resend } from 'resend';
import type { AskedRecord, SendingDomains } from '../../domain/sending-domains/sending-domains.ports.ts';
import { VendorFailure, type VendorFailureKind } from '../../domain/vendors/vendors.ports.ts';

const ANSWER_MS = 20_000;
/** Resend's clock and ours may differ by this much. */
const SKEW_MS = 60_000;
const PAGE = 100;
const PAGES_MAX = 50;

/** Where mails of a region's tenants leave. */
const REGIONS = { na: 'us-east-1', eu: 'eu-west-1' } as const;

/** resend 6 (https://resend.com/docs/api-reference/domains): the team's domains. At most 5 requests a second, all together. */
export function makeResendDomains(options: { apiKey: string; baseUrl?: string }): SendingDomains {
  const { apiKey, baseUrl } = options;
  const resend = new Resend(apiKey, baseUrl ? { baseUrl } : {});
  const { domains } = resend;
  /** The SDK knows no time limit. */
  const within = () => ({ signal: AbortSignal.timeout(ANSWER_MS) });

  /** What the team has under this name, in whatever state. */
  async function findByName(name: string) {
    let after: string | undefined;
    for (let page = 0; page < PAGES_MAX; page++) {
      const { data, has_more } = unwrap(await domains.list({ limit: PAGE, ...(after ? { after } : {}) }, within()));
      const found = data.find((one) => one.name === name);
      if (found) return found;
      after = data.at(-1)?.id;
      if (!has_more || after === undefined) return null;
    }
    return null;
  }

  const get = async (providerId: string) => unwrap(await domains.get(providerId, within()));

  return {
    name: 'resend',
    async add({ domain, region, since }) {
      try {
        const made = unwrap(
          await domains.create(
            { name: domain, region: REGIONS[region], openTracking: false, clickTracking: false },
            within(),
          ),
        );
        return { providerId: made.id, records: toRecords(domain, made.records), dkim: null };
      } catch (error) {
        if (!(error instanceof VendorFailure) || error.canRetry) throw error;
        const found = await findByName(domain);
        if (!found) throw error;
        // Made by a call of ours whose answer was lost, or long ago and by whom nobody knows: that one may be verified already.
        const isOurs = found.status === 'not_started' && Date.parse(found.created_at) >= since.getTime() - SKEW_MS;
        if (!isOurs) throw new VendorFailure('forbidden', 'The email service has this domain already.');
        return { providerId: found.id, records: toRecords(domain, (await get(found.id)).records), dkim: null };
      }
    },
    async verify(providerId) {
      unwrap(await domains.verify(providerId, within()));
    },
    async judge(providerId, records) {
      const { name, status, records: theirs } = await get(providerId);
      const now = toRecords(name, theirs);
      const statuses = records.map(
        (record) => now.find((one) => isSameRecord(one, record))?.status ?? ('failure' as const),
      );
      return { statuses, hasFailed: status === 'failed' };
    },
    async remove(providerId) {
      unwrap(await domains.remove(providerId, within()));
    },
  };
}

const isSameRecord = (one: AskedRecord, other: AskedRecord) =>
  one.type === other.type && one.name === other.name && one.value === other.value;

type Answered<Data> =
  | { data: Data; error: null }
  | { data: null; error: { statusCode: number | null; message: string } };

function unwrap<Data>({ data, error }: Answered<Data>): Data {
  if (error) throw new VendorFailure(kindOf(error.statusCode), `Resend said: ${String(error.message).slice(0, 300)}`);
  return data as Data;
}

/** https://resend.com/docs/api-reference/errors. Null: not reached. */
const kindOf = (status: number | null): VendorFailureKind =>
  status === 401 || status === 403
    ? 'unauthorized'
    : status === 404
      ? 'not_found'
      : status === 429
        ? 'rate_limited'
        : status !== null && status < 500
          ? 'invalid'
          : 'unreachable';

/** Those that mails need to leave: no records of tracking, nor of what comes in. */
const toRecords = (domain: string, records: readonly DomainRecords[]): AskedRecord[] =>
  records.flatMap((one) =>
    one.record !== 'SPF' && one.record !== 'DKIM'
      ? []
      : [
          {
            record: one.record,
            type: one.type,
            name: toFullName(one.name, domain),
            value: toPlainValue(one.type, one.value),
            ...(one.priority === undefined ? {} : { priority: Number(one.priority) }),
            status: STATUSES[one.status] ?? 'pending',
          },
        ],
  );

const STATUSES: Record<string, MailRecord['status']> = {
  not_started: 'not_started',
  pending: 'pending',
  verified: 'verified',
  temporary_failure: 'temporary_failure',
  failed: 'failure',
};

/**
 * Names come in full, or without what they have in common with the registered domain: `send.mail` of `mail.example.com`, which
 * ends as that begins.
 */
export function toFullName(given: string, domain: string): string {
  const name = given.toLowerCase().replace(/\.$/, '');
  if (name === '' || name === '@') return domain;
  if (name === domain || name.endsWith(`.${domain}`)) return name;
  const labels = name.split('.');
  const own = domain.split('.');
  for (let shared = Math.min(labels.length, own.length) - 1; shared > 0; shared--)
    if (labels.slice(-shared).join('.') === own.slice(0, shared).join('.'))
      return [...labels.slice(0, -shared), ...own].join('.');
  return `${name}.${domain}`;
}

/** Texts come quoted, in one piece or several; hosts with a final dot. */
const toPlainValue = (type: string, value: string): string =>
  type === 'TXT' ? value.replace(/"\s*"/g, '').replace(/^"|"$/g, '') : value.replace(/\.$/, '');
