import { randomUUID } from 'node:crypto';
import type { Region } from '@antiphon/contract/regions';
import type { HttpBindings } from '@hono/node-server';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';
import type { Access, RequestContext } from './context.ts';
import type { HostAgency } from './hosts.ts';

/** Set by us on what we hand to sign-in; a value that a client sent under this name is overwritten. */
export const ADDRESS_HEADER = 'x-client-address';

/**
 * The caller's address: the socket's, or with `trustedProxies` n the n-th entry of X-Forwarded-For from the right, which the
 * outermost trusted proxy wrote. What stands further left was sent by the client and is not believed.
 */
export function clientAddress(bindings: HttpBindings, headers: Headers, trustedProxies: number): string {
  const socket = bindings.incoming.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return socket;
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',').map((part) => part.trim());
  return forwarded.at(-trustedProxies) || socket;
}

/** A /24 of IPv4 or a /48 of IPv6: enough to limit by, too little to know a person by. */
export function addressPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray().slice(0, parsed.kind() === 'ipv4' ? 3 : 6);
  return `${parsed.kind()}:${bytes.join('.')}`;
}

const LOCAL_HOST = /^(localhost|[\w-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/**
 * The name in `Host` keeps out pages of other sites whose name was made to lead here (DNS rebinding); a forwarding header
 * tells of a proxy, behind which everybody comes from this machine.
 */
export function isLocal(address: string, headers: Headers): boolean {
  if (!ipaddr.isValid(address) || ipaddr.process(address).range() !== 'loopback') return false;
  if (['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'].some((name) => headers.has(name)))
    return false;
  return LOCAL_HOST.test(headers.get('host') ?? '');
}

export function makeRequestContext(options: {
  request: Request;
  region: Region;
  address: string;
  access: Access;
  log: Logger;
  agency: HostAgency | null;
  publicUrl: string | null;
}): RequestContext {
  const requestId = randomUUID();
  return {
    requestId,
    region: options.region,
    access: options.access,
    log: options.log.child({ requestId }),
    headers: options.request.headers,
    method: options.request.method,
    addressPrefix: addressPrefix(options.address),
    isLocal: isLocal(options.address, options.request.headers),
    isSecure:
      (options.publicUrl?.startsWith('https:') ?? false) ||
      options.request.headers.get('x-forwarded-proto') === 'https',
    agency: options.agency,
  };
}
