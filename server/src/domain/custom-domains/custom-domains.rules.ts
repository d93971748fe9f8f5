import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { DOMAIN_TOO_LONG } from '@antiphon/contract/agency-hosts';
import { parse } from 'tldts';

export const EMPTY = 'Please enter a custom domain';
export const TAKEN = 'This domain already exists on another account.';
export const IF_YOURS = 'If it is yours, add this record and set it up again.';
const WILDCARD = 'A wildcard is no domain. Enter a whole one, such as portal.example.com.';
const ADDRESS = 'Enter a domain, not an IP address.';
const PORT = 'Enter the domain without a port.';
const MALFORMED = 'This is no domain. Enter a whole one, such as portal.example.com.';

const CHARS_MAX = 253;
/** The name of the record beside it is longer by `_domain-check.`. */
const HOST_CHARS_MAX = CHARS_MAX - '_domain-check.'.length;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export type TypedDomain = { host: string } | { fault: string };

/** As the name system has it, or what is wrong with it. A whole address, with scheme and path, is forgiven. */
export function readTypedDomain(typed: string): TypedDomain {
  const bare = typed
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/\.$/, '');
  if (bare === '') return { fault: EMPTY };
  if (bare.length > CHARS_MAX) return { fault: DOMAIN_TOO_LONG };
  if (bare.includes('*')) return { fault: WILDCARD };
  if (isIP(bare.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')) > 0) return { fault: ADDRESS };
  if (/:\d*$/.test(bare)) return { fault: PORT };
  const host = domainToASCII(bare);
  // `0x7f.1` and the like are addresses to whoever reads addresses.
  if (isIP(host) > 0) return { fault: ADDRESS };
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return { fault: MALFORMED };
  if (host.length > HOST_CHARS_MAX) return { fault: DOMAIN_TOO_LONG };
  return findApex(host) ?? { host };
}

/** A name of one's own cannot be an alias; one under which everybody registers is nobody's. */
function findApex(host: string): { fault: string } | null {
  const { domain } = parse(host, { allowPrivateDomains: true, validateHostname: false });
  if (domain === null) return { fault: `${host} is nobody's own. Enter a domain below it.` };
  return domain === host ? { fault: `Please input a subdomain: "www.${host}"` } : null;
}

/** What is registered of a name: most often its zone. */
export const registeredOf = (host: string): string => parse(host, { allowPrivateDomains: true }).domain ?? host;

/** Names that are the platform's own, or below its root domain, where agencies have a name without any records. */
export const isOurs = (host: string, { rootDomain, own }: { rootDomain: string; own: readonly string[] }): boolean =>
  host === rootDomain || host.endsWith(`.${rootDomain}`) || own.includes(host);
