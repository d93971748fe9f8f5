import { DOMAIN_FAULTS, sayFault } from '@antiphon/contract/domain-faults';
import { parse } from 'tldts';
import { readTypedName } from '../dns/typed-names.rules.ts';

export const TAKEN = 'This domain already exists on another account.';
export const IF_YOURS = 'If it is yours, add this record and set it up again.';

/** The name of the record beside it is longer by `_domain-check.`. */
const HOST_CHARS_MAX = 253 - '_domain-check.'.length;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export type TypedDomain = { host: string } | { fault: string };

/** As the name system has it, or what is wrong with it. A whole address, with scheme and path, is forgiven. */
export function readTypedDomain(typed: string): TypedDomain {
  const read = readTypedName(typed, LABEL, HOST_CHARS_MAX);
  if ('fault' in read) return { fault: DOMAIN_FAULTS[read.fault] };
  return findApex(read.name) ?? { host: read.name };
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
