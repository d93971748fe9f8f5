import type { DnsAnswer, DnsKind, WantedRecord } from './dns.ports.ts';
import { isSame } from './dns-values.rules.ts';
import { findClash } from './mail-clashes.rules.ts';

export type Ask = (kind: DnsKind, name: string) => Promise<DnsAnswer>;

/** `foreign`: addresses that lead elsewhere; `isServfail`: of what is unknown. */
export type Seen = {
  state: 'right' | 'wrong' | 'missing' | 'unknown';
  found: string[];
  foreign?: { v4: string[]; v6: string[] };
  isServfail?: boolean;
};

/** What one side, the zone's own servers or the resolver, has in a record's place. */
export function seeRecord(ask: Ask, wanted: WantedRecord, all: readonly WantedRecord[]): Promise<Seen> {
  const { type, name } = wanted;
  if (type === 'CNAME') return seeAlias(ask, wanted);
  if (type === 'TXT' || type === 'MX') return seeValue(ask, wanted);
  const beside = all.filter((one) => one.name === name && (one.type === 'A' || one.type === 'AAAA'));
  return seeAddresses(
    ask,
    name,
    beside.map(({ value }) => value),
    (found) => found.some((address) => isSame(type, address, wanted.value)),
  );
}

async function seeValue(ask: Ask, { type, name, value, priority = 0 }: WantedRecord): Promise<Seen> {
  const answer = await ask(type, name);
  if (answer.state === 'failed') return unknown(answer);
  const found = answer.state === 'found' ? answer.values : [];
  const whole = type === 'MX' ? `${priority} ${value}` : value;
  const isThere = found.some((one) => isSame(type, one, whole));
  if (isThere && findClash(type, value, found) === null) return { state: 'right', found };
  return { state: found.length > 0 ? 'wrong' : 'missing', found };
}

/** An alias, or what providers make of one at a name that cannot have any: the addresses that it leads to. */
async function seeAlias(ask: Ask, { name, value, addresses = [] }: WantedRecord): Promise<Seen> {
  const answer = await ask('CNAME', name);
  if (answer.state === 'failed') return unknown(answer);
  if (answer.state === 'none') return seeAddresses(ask, name, addresses, () => true);
  const isRight = answer.values.some((one) => isSame('CNAME', one, value));
  return { state: isRight ? 'right' : 'wrong', found: answer.values };
}

/** Right where each of them is one of ours: a browser takes any. */
async function seeAddresses(
  ask: Ask,
  name: string,
  ours: readonly string[],
  isEnough: (found: string[]) => boolean,
): Promise<Seen> {
  const [v4, v6] = await Promise.all([ask('A', name), ask('AAAA', name)]);
  for (const answer of [v4, v6]) if (answer.state === 'failed') return unknown(answer);
  const valuesOf = (answer: DnsAnswer) => (answer.state === 'found' ? answer.values : []);
  const found = [...valuesOf(v4), ...valuesOf(v6)];
  const isForeign = (address: string) => !ours.some((one) => isSame('A', one, address));
  const foreign = { v4: valuesOf(v4).filter(isForeign), v6: valuesOf(v6).filter(isForeign) };
  if (found.length === 0) return { state: 'missing', found, foreign };
  const isRight = foreign.v4.length + foreign.v6.length === 0 && isEnough(found);
  return { state: isRight ? 'right' : 'wrong', found, foreign };
}

const unknown = (answer: Extract<DnsAnswer, { state: 'failed' }>): Seen => ({
  state: 'unknown',
  found: [],
  isServfail: answer.reason === 'servfail',
});
