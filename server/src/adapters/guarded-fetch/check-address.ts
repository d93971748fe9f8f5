import { errors } from '@antiphon/contract/error-list';
import { VendorFailure } from '../../domain/vendors/vendors.ports.ts';
import { isPublicAddress, literalOf } from './public-address.ts';

const PORTS = new Set(['80', '443', '8080', '8443']);
/** Names that mean a machine or network nearby; names of one word do, too. */
const INSIDE =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|private|home\.arpa|onion|test|invalid)$/;

/** `host:port` as the allow-list writes it, of an address in its normal form. */
export const pairOf = (url: URL) => `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`;

export const refused = () => new VendorFailure('forbidden', errors.url_not_allowed.message);

/**
 * What can be told without asking a resolver. The URL parser has already turned hex, octal, short and full-width forms into
 * plain IPv4, and unicode names into ASCII. Throws `VendorFailure` `forbidden`.
 */
export function checkAddress(address: string, allowed: ReadonlySet<string>): URL {
  const url = URL.parse(address.trim());
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') throw refused();
  if (url.username !== '' || url.password !== '') throw refused();
  // The setter ignores an empty name, so a host of dots alone is refused before it.
  if (/^\.+$/.test(url.hostname)) throw refused();
  url.hostname = url.hostname.replace(/\.+$/, '');
  url.hash = '';
  if (allowed.has(pairOf(url))) return url;
  if (url.port !== '' && !PORTS.has(url.port)) throw refused();
  const literal = literalOf(url.hostname);
  const isInside = literal ? !isPublicAddress(literal) : !url.hostname.includes('.') || INSIDE.test(url.hostname);
  if (isInside) throw refused();
  return url;
}
