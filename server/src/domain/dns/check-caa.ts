import type { RecordWhy } from '@antiphon/contract/dns-records';
import { namedIssuers, permitsOurs } from './caa.rules.ts';
import type { CaaIssuer, DnsAnswer, DnsLook } from './dns.ports.ts';
import { climb, plainName } from './dns-values.rules.ts';
import { type FoundZone, findZone } from './find-zone.ts';
import { rememberAnswers } from './remember-answers.ts';

export type CheckedCaa = { state: 'right' | 'wrong' | 'unknown'; why: RecordWhy | null };

/**
 * Would an authority that we order from give us a certificate for this host? The first name at or above it that has CAA records
 * decides (RFC 8659). An order that they forbid is refused, and counts against the host's limit all the same.
 */
export async function checkCaa(look: DnsLook, host: string, ours: readonly CaaIssuer[]): Promise<CheckedCaa> {
  const asking = rememberAnswers(look);
  const name = plainName(host);
  const zone = await findZone(asking, name);
  for (const above of climb(name)) {
    const answer = await askCaa(asking, above, zone);
    if (answer.state === 'failed')
      return {
        state: 'unknown',
        why: zone.state === 'found' ? { code: 'no_answer', params: { zone: zone.zone.name } } : null,
      };
    if (answer.state === 'none') continue;
    if (permitsOurs(answer.values, ours)) break;
    const params = { name: above, issuers: namedIssuers(answer.values), issuer: ours[0]?.domain ?? '' };
    return { state: 'wrong', why: { code: 'caa', params } };
  }
  return { state: 'right', why: null };
}

/** Of the zone's own servers, which do not follow an alias out of it; the resolver does, and knows the names above. */
async function askCaa(look: DnsLook, name: string, found: FoundZone): Promise<DnsAnswer> {
  if (found.state !== 'found' || found.zone.servers.length === 0) return look.ask('CAA', name);
  const { name: zone, servers } = found.zone;
  if (name !== zone && !name.endsWith(`.${zone}`)) return look.ask('CAA', name);
  const own = await look.ask('CAA', name, servers);
  if (own.state === 'failed') return look.ask('CAA', name);
  if (own.state === 'found') return own;
  const alias = await look.ask('CNAME', name, servers);
  return alias.state === 'found' && alias.values[0] !== undefined ? look.ask('CAA', plainName(alias.values[0])) : own;
}
