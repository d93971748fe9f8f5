import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import type { DnsAnswer, DnsKind, DnsLook } from '../../domain/dns/dns.ports.ts';

const TRY_MS = 1_500;
const TRIES = 2;
/** Of one question, however many servers are tried. */
const WHOLE_MS = 4_000;
const VALUES_MAX = 50;
const CHARS_MAX = 4_096;

const READ: Record<DnsKind, (resolver: Resolver, name: string) => Promise<string[]>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  NS: (resolver, name) => resolver.resolveNs(name),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
  CAA: async (resolver, name) =>
    (await resolver.resolveCaa(name)).map(({ critical, ...property }) => {
      const [tag, value] = Object.entries(property).find(([key]) => key !== 'type') ?? [];
      return `${critical} ${tag} ${value}`;
    }),
};

/** `EBADNAME`: longer than a name can be, so that nothing can be there. */
const NONE = new Set(['ENODATA', 'ENOTFOUND', 'EBADNAME']);

export type DnsPlace = {
  /** Of the resolver, with ports; empty for the system's. */
  servers: readonly string[];
  /** Of the servers of zones. */
  port: number;
};

/** Asks by Node's own resolver. Each question has one of its own: c-ares keeps answers, also those that there is nothing. */
export function makeDnsLook(options: DnsPlace & { mayAsk(address: string): boolean }): DnsLook {
  const { servers, port, mayAsk } = options;
  return {
    mayAsk,
    async ask(kind, name, at) {
      const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
      if (at)
        resolver.setServers(at.map((address) => (isIPv6(address) ? `[${address}]:${port}` : `${address}:${port}`)));
      else if (servers.length > 0) resolver.setServers(servers);
      const late = setTimeout(() => resolver.cancel(), WHOLE_MS);
      try {
        const values = await READ[kind](resolver, name);
        if (values.length === 0) return { state: 'none' };
        return { state: 'found', values: values.slice(0, VALUES_MAX).map((value) => value.slice(0, CHARS_MAX)) };
      } catch (error) {
        return toAnswer((error as { code?: string }).code ?? '');
      } finally {
        clearTimeout(late);
      }
    },
  };
}

function toAnswer(code: string): DnsAnswer {
  if (NONE.has(code)) return { state: 'none' };
  if (code === 'ESERVFAIL') return { state: 'failed', reason: 'servfail' };
  return { state: 'failed', reason: /^E(REFUSED|NOTIMP|FORMERR|BADRESP)$/.test(code) ? 'refused' : 'timeout' };
}

/** All addresses of a name by the resolver that is set, as `dns.lookup` gives them. */
export const makeResolve =
  (look: DnsLook) =>
  async (name: string): Promise<LookupAddress[]> => {
    const [v4, v6] = await Promise.all([look.ask('A', name), look.ask('AAAA', name)]);
    const found = [
      ...(v4.state === 'found' ? v4.values.map((address) => ({ address, family: 4 })) : []),
      ...(v6.state === 'found' ? v6.values.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0) throw Object.assign(new Error(`no address of ${name}`), { code: 'ENOTFOUND' });
    return found;
  };
