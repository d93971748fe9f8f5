import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { MailRecord } from '@antiphon/contract/sending-domains';
import type { AskedRecord, SendingDomains } from '../../domain/sending-domains/sending-domains.ports.ts';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';

const generate = promisify(generateKeyPair);

/** No provider's word and no brand: the record of every agency is called so. */
const SELECTOR = 'agency';
const BITS = 2_048;
const MX_PRIORITY = 10;

export type OwnDkimOptions = {
  /** What the SPF record of the return path includes, and the mail server that takes bounces; empty: there is no such record. */
  spfInclude: string;
  returnPathHost: string;
};

/**
 * For an installation that sends through a mail server of its own, or not at all: a key pair a domain, with which each mail is
 * signed (RFC 6376). What the name system holds is all there is to check. Bounces come back to `send.{domain}` only where the
 * installation says who takes them; a signature alone is enough for DMARC.
 */
export function makeOwnDkim({ spfInclude, returnPathHost }: OwnDkimOptions): SendingDomains {
  return {
    name: 'own-dkim',
    async add({ domain }) {
      const { publicKey, privateKey } = await generate('rsa', {
        modulusLength: BITS,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      const status = 'not_started' as const;
      const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
      const signature: AskedRecord = {
        record: 'DKIM',
        type: 'TXT',
        name: `${SELECTOR}._domainkey.${domain}`,
        value: key,
        status,
      };
      const name = returnPathOf(domain);
      const bounces: AskedRecord[] =
        spfInclude === '' || returnPathHost === ''
          ? []
          : [
              { record: 'SPF', type: 'MX', name, value: returnPathHost, priority: MX_PRIORITY, status },
              { record: 'SPF', type: 'TXT', name, value: `v=spf1 include:${spfInclude} ~all`, status },
            ];
      return {
        providerId: domain,
        records: [signature, ...bounces],
        dkim: { selector: SELECTOR, privateKey },
      };
    },
    verify: async () => {},
    async judge(_id, records) {
      if (records.length === 0) throw new VendorFailure('not_found', 'The domain has no records.');
      // Nobody can say of a domain what nobody could look for.
      if (records.some(({ state }) => state === 'unknown')) return { statuses: null, hasFailed: false };
      return { statuses: records.map(statusOf), hasFailed: false };
    },
    remove: async () => {},
  };
}

/** A name of its own, so that no record of the domain itself is touched. */
const returnPathOf = (domain: string) => `send.${domain}`;

const statusOf = ({ state, status }: MailRecord): MailRecord['status'] => {
  if (state === 'right') return 'verified';
  return status === 'verified' || status === 'temporary_failure' ? 'temporary_failure' : 'pending';
};
