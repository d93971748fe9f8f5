import type { RecordType } from '@antiphon/contract/dns-records';
import ipaddr from 'ipaddr.js';

export const plainName = (name: string): string => name.trim().toLowerCase().replace(/\.+$/, '');

const plainAddress = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.parse(address).toString() : address.trim();

/**
 * Without what providers' forms add (quotes, also between the parts of a long text, and backslashes) and without what makes no
 * difference (spaces around semicolons, a last one, case). The case of a key makes one.
 */
function plainText(text: string): string {
  const plain = text
    .replace(/"\s*"/g, '')
    .replace(/["\\]/g, '')
    .replace(/\s*;\s*/g, ';')
    .replace(/;$/, '')
    .trim();
  return /(?:^|;)p=/i.test(plain) ? plain : plain.toLowerCase();
}

function plainExchange(value: string): string {
  const [priority = '', exchange = ''] = value.trim().split(/\s+/);
  return `${Number(priority)} ${plainName(exchange)}`;
}

const PLAIN: Record<RecordType, (value: string) => string> = {
  TXT: plainText,
  CNAME: plainName,
  A: plainAddress,
  AAAA: plainAddress,
  MX: plainExchange,
};

/** Do two values say the same? Quotes, final dots and case are ignored. */
export const isSame = (type: RecordType, one: string, other: string): boolean =>
  PLAIN[type](one) === PLAIN[type](other);

/** The name as it is typed at a provider that adds the zone by itself. */
export const shorten = (name: string, zone: string): string => {
  if (zone === '') return name;
  return name === zone ? '@' : name.slice(0, -zone.length - 1);
};

/** The name and all above it: `a.b.c`, `b.c`, `c`. */
export function climb(name: string): string[] {
  const labels = name.split('.');
  return labels.map((_, at) => labels.slice(at).join('.'));
}
