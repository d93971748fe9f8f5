import DNS from 'dns2';
import { makeDnsLook } from '../../src/adapters/dns/dns-look.ts';
import type { DnsKind } from '../../src/domain/dns/dns.ports.ts';
import { freePort } from './free-port.ts';

const RESOLVER = '127.0.0.1';
const SERVERS = '127.0.0.2';

const { Packet } = DNS;
type Packet = InstanceType<typeof Packet>;
type Side = 'zone' | 'resolver';
type Failure = 'SERVFAIL' | 'REFUSED' | 'silent';
/** `name` -> kind -> texts, as `DnsAnswer` has them. */
type Records = Map<string, Partial<Record<DnsKind, string[]>>>;

export type DnsWorld = Awaited<ReturnType<typeof startDnsWorld>>;

/**
 * Real name servers: a resolver on 127.0.0.1, and on 127.0.0.2 the servers of every zone, on one port. The resolver knows what the
 * zones have, but for what it was told to remember.
 */
export async function startDnsWorld() {
  const zones = new Set<string>();
  const records: Records = new Map();
  const remembered: Records = new Map();
  const failures: { side: Side; below: string; how: Failure }[] = [];
  const asked: { side: Side; kind: string; name: string }[] = [];
  let delayMs = 0;

  const valuesOf = (name: string, kind: DnsKind, side: Side): { values: string[]; alias?: string } => {
    const old = side === 'resolver' ? remembered.get(name)?.[kind] : undefined;
    if (old) return { values: old };
    const here = records.get(name) ?? {};
    const alias = kind === 'CNAME' ? undefined : here.CNAME?.[0];
    return alias === undefined ? { values: here[kind] ?? [] } : { values: [], alias };
  };

  const answer = (side: Side) => (request: Packet, sendNow: (packet: Packet) => unknown) => {
    const send = (packet: Packet) => (delayMs > 0 ? setTimeout(() => sendNow(packet), delayMs) : sendNow(packet));
    const [question] = request.questions;
    if (!question) return;
    const name = question.name.toLowerCase();
    const kind = Packet.typeName(question.type ?? 0) as DnsKind;
    asked.push({ side, kind, name });
    const failure = failures.find((one) => one.side === side && isWithin(name, one.below))?.how;
    if (failure === 'silent') return;
    const response = Packet.createResponseFromRequest(request);
    const isOurs = [...zones].some((zone) => isWithin(name, zone));
    if (failure || (side === 'zone' && !isOurs)) {
      response.header.rcode = Packet.RCODE[failure ?? 'REFUSED'];
      send(response);
      return;
    }
    let at = name;
    for (let hops = 0; hops < 5; hops += 1) {
      const { values, alias } = valuesOf(at, kind, side);
      for (const value of values) response.answers.push(toRecord(at, kind, value));
      if (alias === undefined) break;
      response.answers.push(toRecord(at, 'CNAME', alias));
      if (side === 'zone') break;
      at = alias;
    }
    const exists = [...records.keys()].some((one) => isWithin(one, name));
    if (response.answers.length === 0 && !exists) response.header.rcode = Packet.RCODE.NXDOMAIN;
    send(response);
  };

  const port = await freePort([RESOLVER, SERVERS]);
  const begin = async (address: string, side: Side) => {
    const server = DNS.createServer({ udp: true, tcp: true, handle: answer(side) as never });
    await server.listen({ udp: { port, address }, tcp: { port, address } } as never);
    return server;
  };
  const servers = [await begin(RESOLVER, 'resolver'), await begin(SERVERS, 'zone')];

  const put = (into: Records, name: string, kind: DnsKind, values: string[]) =>
    void into.set(name, { ...into.get(name), [kind]: values });
  const world = {
    port,
    resolver: `${RESOLVER}:${port}`,
    /** For `OUTBOUND_ALLOW_SITES`. */
    serverPair: `${SERVERS}:${port}`,
    asked,
    /** A zone, with its name servers by name; they stand at 127.0.0.2, or where `at` says. */
    addZone(zone: string, names: string[] = [`ns1.${zone}`], at = SERVERS) {
      zones.add(zone);
      put(records, zone, 'NS', names);
      for (const name of names) put(records, name, 'A', [at]);
    },
    set: (name: string, kind: DnsKind, ...values: string[]) => put(records, name, kind, values),
    /** What the resolver goes on answering, whatever the zone has by now. */
    remember: (name: string, kind: DnsKind, ...values: string[]) => put(remembered, name, kind, values),
    fail: (side: Side, below: string, how: Failure) => void failures.push({ side, below, how }),
    mend: () => failures.splice(0),
    /** Each answer takes so long. */
    delay: (ms: number) => {
      delayMs = ms;
    },
    reset() {
      zones.clear();
      records.clear();
      remembered.clear();
      failures.splice(0);
      delayMs = 0;
      asked.splice(0);
    },
    close: () => Promise.all(servers.map((server) => server.close())),
  };
  const look = makeDnsLook({ servers: [world.resolver], port, mayAsk: (address) => address === SERVERS });
  return { ...world, look };
}

const isWithin = (name: string, zone: string) => zone === '' || name === zone || name.endsWith(`.${zone}`);

function toRecord(name: string, kind: DnsKind, value: string) {
  const [first = '', second = '', ...rest] = value.split(' ');
  const fields = {
    A: { address: value },
    AAAA: { address: value },
    CNAME: { domain: value },
    NS: { ns: value },
    // A string of a record holds 255 bytes.
    TXT: { data: value.match(/.{1,255}/gs) ?? [''] },
    MX: { priority: Number(first), exchange: second },
    CAA: { flags: Number(first), tag: second, value: rest.join(' ') },
  }[kind];
  return { name, type: Packet.TYPE[kind], class: Packet.CLASS.IN, ttl: 300, ...fields } as never;
}
