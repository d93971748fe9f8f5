import type { CheckedRecord, RecordWhy } from '@antiphon/contract/dns-records';
import type { DnsLook, WantedRecord } from './dns.ports.ts';
import { plainName, shorten } from './dns-values.rules.ts';
import { findZone, type Zone } from './find-zone.ts';
import { findClash } from './mail-clashes.rules.ts';
import { rememberAnswers } from './remember-answers.ts';
import { type Seen, seeRecord } from './see-record.ts';

/** How many values of a name, and how much of each, are shown. */
const FOUND_MAX = 10;
const CHARS_MAX = 500;

/**
 * What stands at each name, and why it is not enough. The zone's own servers are asked, so that a change counts at once; the resolver
 * beside them tells what others still see. Where nobody answers a record is `unknown`, never `missing`.
 */
export async function checkRecords(look: DnsLook, wanted: readonly WantedRecord[]): Promise<CheckedRecord[]> {
  const asking = rememberAnswers(look);
  const plain = wanted.map((record) => ({ ...record, name: plainName(record.name) }));
  return Promise.all(plain.map((record) => checkRecord(asking, record, plain)));
}

async function checkRecord(look: DnsLook, wanted: WantedRecord, all: readonly WantedRecord[]): Promise<CheckedRecord> {
  const { type, name, value, priority } = wanted;
  const found = await findZone(look, name);
  const zone = found.state === 'found' ? found.zone : null;
  const zoneName = (found.state === 'failed' ? found.zone : zone?.name) ?? '';
  const judged = found.state === 'failed' ? unseen(found.zone) : await judge(look, wanted, all, zone);
  return {
    ...{ type, name, value, zone: zoneName, short: shorten(name, zoneName) },
    ...(priority === undefined ? {} : { priority }),
    found: judged.found.slice(0, FOUND_MAX).map((one) => one.slice(0, CHARS_MAX)),
    state: judged.state,
    why: judged.why,
  };
}

type Judged = Pick<CheckedRecord, 'found' | 'state' | 'why'>;

const unseen = (zone: string | null): Judged => ({
  found: [],
  state: 'unknown',
  why: zone === null ? null : { code: 'no_answer', params: { zone } },
});

/** Without a zone, as of a name that nobody has registered, the resolver's word counts. */
async function judge(
  look: DnsLook,
  wanted: WantedRecord,
  all: readonly WantedRecord[],
  zone: Zone | null,
): Promise<Judged> {
  const [own, others] = await Promise.all([seeAt(look, wanted, all, zone), seeRecord(look.ask, wanted, all)]);
  if (own.state === 'unknown') {
    // Where our network lets nobody be asked but the resolver, what it has is there all the same.
    if (others.state === 'right') return { found: others.found, state: 'right', why: null };
    return unseen(zone?.name ?? null);
  }
  if (own.state === 'right') {
    // Not even a certificate authority sees what resolvers refuse to tell.
    if (others.isServfail) return unseen(zone?.name ?? null);
    const isSeen = others.state === 'right' || others.state === 'unknown';
    return { found: own.found, state: 'right', why: isSeen ? null : { code: 'not_seen_yet', params: {} } };
  }
  return { found: own.found, state: own.state, why: await explain(look, wanted, zone, own) };
}

const seeAt = async (
  look: DnsLook,
  wanted: WantedRecord,
  all: readonly WantedRecord[],
  zone: Zone | null,
): Promise<Seen> => {
  if (!zone) return seeRecord(look.ask, wanted, all);
  if (zone.servers.length === 0) return { state: 'unknown', found: [] };
  return seeRecord((kind, name) => look.ask(kind, name, zone.servers), wanted, all);
};

async function explain(look: DnsLook, wanted: WantedRecord, zone: Zone | null, own: Seen): Promise<RecordWhy> {
  const { name, type } = wanted;
  const isAt = async (place: string) => {
    const there = { ...wanted, name: place };
    return (await seeAt(look, there, [there], zone)).state === 'right';
  };
  if (zone && (await isAt(`${name}.${zone.name}`)))
    return { code: 'zone_added', params: { zone: zone.name, short: shorten(name, zone.name) } };
  if (type === 'TXT' && name.startsWith('_') && (await isAt(name.slice(name.indexOf('.') + 1))))
    return { code: 'belongs_at', params: { name } };
  const clash = findClash(type, wanted.value, own.found);
  if (clash !== null) return { code: clash, params: { name } };
  const { v4 = [], v6 = [] } = own.foreign ?? {};
  if (v4.length > 0 && zone?.isCloudflare) return { code: 'cloudflare_proxy', params: {} };
  if (v6[0] !== undefined && v4.length === 0 && own.found.length > v6.length)
    return { code: 'ipv6_elsewhere', params: { address: v6[0] } };
  return { code: own.state === 'missing' ? 'not_found' : 'other_value', params: {} };
}
