/** Whether a host, or an address word by word, may be linked to. */
export type LinkRule = (host: string, address: string) => boolean;

const plainHost = (host: string) =>
  host
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '');

/**
 * Of `hosts`: those themselves, with or without `www.`; `*.example.com` is everything below it. `addresses` are whole ones, such as a
 * function's answer that is nothing but a link.
 */
export function linkRuleOf(hosts: Iterable<string>, addresses: ReadonlySet<string> = new Set()): LinkRule {
  const exact = new Set<string>();
  const below: string[] = [];
  for (const host of hosts) {
    if (host.startsWith('*.')) below.push(host.slice(1).toLowerCase());
    else exact.add(plainHost(host));
  }
  return (host, address) => {
    const plain = plainHost(host);
    return exact.has(plain) || below.some((end) => plain.endsWith(end)) || addresses.has(address);
  };
}

/** The host of an address, as a browser reads it; null where it is none of the web. */
export function hostOf(address: string): string | null {
  const url = URL.parse(address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
    ? url.hostname.replace(/\.$/, '')
    : null;
}

/** Hosts that stand in a text of the owner's: whole addresses, and `www.` ones. */
export const hostsIn = (text: string): string[] =>
  Array.from(text.matchAll(/(?:https?:\/\/|(?<![\p{L}\p{N}])www\.)[^\s<>"'`)\]]+/giu), ([found]) =>
    hostOf(found.includes('://') ? found : `https://${found}`),
  ).filter((host) => host !== null);
