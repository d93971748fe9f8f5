import type { CaaIssuer } from './dns.ports.ts';

/** The properties that we understand, for names without a star. */
const UNDERSTOOD = new Set(['issue', 'issuewild', 'iodef', 'issuemail', 'issuevmc', 'contactemail', 'contactphone']);
const METHODS = ['http-01', 'tls-alpn-01'];

type Property = { isCritical: boolean; tag: string; value: string };

function readProperty(text: string): Property {
  const [, flags = '0', tag = '', value = ''] = /^(\d+) (\S+) ?(.*)$/s.exec(text) ?? [];
  return { isCritical: Number(flags) >= 128, tag: tag.toLowerCase(), value: value.trim() };
}

function readIssuer(value: string) {
  const [domain = '', ...rest] = value.split(';').map((part) => part.trim());
  const parameters = Object.fromEntries(
    rest.flatMap((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim()]];
    }),
  );
  return { domain: domain.toLowerCase(), parameters };
}

/** By RFC 8659 and 8657: does the set of records at one name let one of these issuers have a certificate for us? */
export function permitsOurs(records: readonly string[], ours: readonly CaaIssuer[]): boolean {
  const properties = records.map(readProperty);
  if (properties.some(({ isCritical, tag }) => isCritical && !UNDERSTOOD.has(tag))) return false;
  const issuers = properties.filter(({ tag }) => tag === 'issue').map(({ value }) => readIssuer(value));
  if (issuers.length === 0) return true;
  return issuers.some(({ domain, parameters: { accounturi, validationmethods } }) => {
    const methods = validationmethods?.split(',').map((method) => method.trim());
    if (methods && !METHODS.some((method) => methods.includes(method))) return false;
    return ours.some((one) => one.domain === domain && (accounturi === undefined || accounturi === one.accountUri));
  });
}

/** Whom the records let issue, to be shown: each once, `;` where nobody may. */
export const namedIssuers = (records: readonly string[]): string =>
  [
    ...new Set(
      records
        .map(readProperty)
        .filter(({ tag }) => tag === 'issue')
        .map(({ value }) => value.slice(0, 200) || ';'),
    ),
  ]
    .slice(0, 5)
    .join(', ');
