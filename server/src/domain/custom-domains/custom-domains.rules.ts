import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { DOMAIN_FAULTS, sayFault } from '@antiphon/contract/domain-faults';
import { parse } from 'tldts';

export const TAKEN = 'This domain already exists on another account.';
export const IF_YOURS = 'If it is yours, add this record and set it up again.';

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
  if (bare === '') return { fault: DOMAIN_FAULTS.empty };
  if (bare.length > CHARS_MAX) return { fault: DOMAIN_FAULTS.tooLong };
  if (bare.includes('*')) return { fault: DOMAIN_FAULTS.wildcard };
  if (isIP(bare.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')) > 0)
    return { fault: DOMAIN_FAULTS.address };
  if (/:\d*$/.test(bare)) return { fault: DOMAIN_FAULTS.port };
  const host = domainToASCII(bare);
  // `0x7f.1` and the like are addresses to whoever reads addresses.
  if (isIP(host) > 0) return { fault: DOMAIN_FAULTS.address };
  const labels = host.split('.');
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return { fault: DOMAIN_FAULTS.malformed };
  if (host.length > HOST_CHARS_MAX) return { fault: DOMAIN_FAULTS.tooLong };
  return findApex(host) ?? { host };
}

/** A name of one's own cannot be an alias; one under which everybody registers is nobody's. */
function findApex(host: string): { fault: string } | null {
  const { domain } = parse(host, { allowPrivateDomains: true, validateHostname: false });
  if (domain === null) return { fault: sayFault('nobodys', host) };
  return domain === host ? { fault: sayFault('apex', `www.${host}`) } : null;
}

/** What is registered of a name: most often its zone. */
export const registeredOf = (host: string): string => parse(host, { allowPrivateDomains: true }).domain ?? host;

/** Names that are the platform's own, or below its root domain, where agencies have a name without any records. */
export const isOurs = (host: string, { rootDomain, own }: { rootDomain: string; own: readonly string[] }): boolean =>
  host === rootDomain || host.endsWith(`.${rootDomain}`) || own.includes(host);
