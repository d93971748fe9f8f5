import { isIP } from 'node:net';
import * as z from 'zod';
import type { CaaIssuer } from './domain/dns/dns.ports.ts';

const text = z.string().trim();
const NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
const listOf = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** `address`, `address:port`, `[address]:port`; null for anything else. */
function readServer(value: string): { address: string; port: number | null } | null {
  if (isIP(value) > 0) return { address: value, port: null };
  const [, six, four, port] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? [];
  const address = six ?? four ?? '';
  return isIP(address) > 0 && Number(port) <= 65_535 ? { address, port: Number(port) } : null;
}

const LISTEN = /^(?:\[(?<six>[\da-f:.]+)\]|(?<host>[\w.-]+)):(?<port>\d{1,5})$/i;

/** How domains of agencies reach us and are looked at; `.env.example` explains each. */
export const edgeFields = {
  EDGE_HOST: text
    .toLowerCase()
    .refine((value) => value === '' || NAME.test(value), 'Use the name of a host, such as edge.example.com.')
    .default(''),
  EDGE_ADDRESSES: text
    .refine((value) => listOf(value).every((address) => isIP(address) > 0), 'Use IP addresses, separated by commas.')
    .default(''),
  TLS_ASK_LISTEN: text
    .refine((value) => value === '' || Number(LISTEN.exec(value)?.groups?.port ?? 65_536) <= 65_535, 'Use host:port.')
    .default(''),
  TLS_CAA: text
    .refine(
      (value) => listOf(value).length > 0 && listOf(value).every((one) => NAME.test(one.split(/\s/)[0] ?? '')),
      'Use the names of authorities, separated by commas.',
    )
    .default('letsencrypt.org'),
  DNS_SERVERS: text
    .refine((value) => listOf(value).every((server) => readServer(server)), 'Use address or address:port.')
    .default(''),
};

type EdgeValues = { [Field in keyof typeof edgeFields]: string } & { PUBLIC_URL: string };

export function readEdge(values: EdgeValues) {
  const servers = listOf(values.DNS_SERVERS);
  const listen = LISTEN.exec(values.TLS_ASK_LISTEN)?.groups;
  const publicUrl = URL.parse(values.PUBLIC_URL);
  return {
    host: values.EDGE_HOST,
    addresses: listOf(values.EDGE_ADDRESSES),
    askListen: listen ? { hostname: listen.six ?? listen.host ?? '', port: Number(listen.port) } : null,
    issuers: listOf(values.TLS_CAA).map((one): CaaIssuer => {
      const [domain = '', accountUri = null] = one.split(/\s+/);
      return { domain, accountUri };
    }),
    dns: { servers, port: readServer(servers[0] ?? '')?.port ?? 53 },
    /** On which custom domains are reached. */
    httpsPort: publicUrl?.protocol === 'https:' ? Number(publicUrl.port || 443) : 443,
  };
}
