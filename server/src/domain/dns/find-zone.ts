import type { DnsLook } from './dns.ports.ts';
import { climb, plainName } from './dns-values.rules.ts';

/** `servers`: addresses that may be asked; none where the zone has no public ones. */
export type Zone = { name: string; servers: string[]; isCloudflare: boolean };

/** `failed` names the zone whose servers do not answer; null where the resolver answers nothing at all. */
export type FoundZone = { state: 'found'; zone: Zone } | { state: 'none' } | { state: 'failed'; zone: string | null };

const SERVERS_MAX = 4;

/** The zone that a name lies in: the lowest name at or above it that has name servers. */
export async function findZone(look: DnsLook, name: string): Promise<FoundZone> {
  const names = climb(name);
  // Nobody has a zone of their own at the top: it is asked to tell a silent resolver from a silent zone.
  const top = look.ask('NS', names.pop() ?? '');
  let failed: string | null = null;
  for (const above of names) {
    const answer = await look.ask('NS', above);
    if (answer.state === 'failed') {
      if ((await top).state === 'failed') return { state: 'failed', zone: null };
      failed = above;
    }
    if (answer.state !== 'found') continue;
    // An alias is answered with the servers of what it leads to.
    if ((await look.ask('CNAME', above)).state === 'found') continue;
    if (failed !== null) break;
    return { state: 'found', zone: await describeZone(look, above, answer.values) };
  }
  return failed === null ? { state: 'none' } : { state: 'failed', zone: failed };
}

async function describeZone(look: DnsLook, name: string, values: readonly string[]): Promise<Zone> {
  const names = values.map(plainName).toSorted().slice(0, SERVERS_MAX);
  const answers = await Promise.all(names.flatMap((server) => [look.ask('A', server), look.ask('AAAA', server)]));
  const addresses = answers.flatMap((answer) => (answer.state === 'found' ? answer.values : []));
  // A machine without IPv6 must not wait for it first.
  const inOrder = addresses.toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')));
  return {
    name,
    servers: inOrder.filter((address) => look.mayAsk(address)).slice(0, SERVERS_MAX),
    isCloudflare: names.some((server) => server.endsWith('.cloudflare.com')),
  };
}
