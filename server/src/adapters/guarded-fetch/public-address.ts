import ipaddr from 'ipaddr.js';

/** Azure's metadata service answers on a public address. */
const INSIDE_ANYWAY = new Set(['168.63.129.16']);
const RESERVED_V4 = [
  '192.0.0.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.175.48.0/24',
];
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Is this literal address one that anybody in the world could mean? Everything that is not plain global unicast is refused:
 * loopback, private, link-local, shared, multicast, reserved, and every IPv6 form that carries an IPv4 address inside
 * (mapped, compatible, NAT64, 6to4, Teredo), whatever that one is.
 */
export function isPublicAddress(literal: string): boolean {
  if (!ipaddr.isValid(literal)) return false;
  const address = ipaddr.parse(literal);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_V6);
  const v4 = address as ipaddr.IPv4;
  return !INSIDE_ANYWAY.has(v4.toString()) && !RESERVED_V4.some((range) => v4.match(ipaddr.IPv4.parseCIDR(range)));
}

/** The address inside a URL's host, without brackets; null for a name. */
export const literalOf = (hostname: string): string | null => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(bare) ? bare : null;
};
