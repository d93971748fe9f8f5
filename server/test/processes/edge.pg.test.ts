import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, signUp } from '../factories/api-factory.ts';
import { claimDomain, makeAgency, readDomain, setRecords } from '../factories/domain-factory.ts';
import { amount } from '../harness/amounts.ts';
import { type CallOptions, callerHeaders, readAnswer, until } from '../harness/api.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { freePort } from '../harness/free-port.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startEdge } from '../harness/start-edge.ts';

const ASKED = amount(10_000, 1_000);
const HANDSHAKES = amount(10_000, 200);
const AT_ONCE = 4;
const NO_NAME = '127.0.0.1';

const folder = mkdtempSync(join(tmpdir(), 'edge-'));
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let edge: Awaited<ReturnType<typeof startEdge<ChildServer>>>;
let dispatcher: Agent;

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  edge = await startEdge(async (settings) =>
    startChildServer({ DATA_DIR: folder, DATABASE_URL: made.url, PORT: String(await freePort()), ...settings }),
  );
  dispatcher = new Agent({
    connect: {
      ca: edge.authority.authorities,
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
    },
  });
}, 300_000);

afterAll(async () => {
  await dispatcher?.destroy();
  await edge?.stop();
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const get = async (host: string, path: string) => {
  const { statusCode, body } = await request(`${edge.urlOf(host)}${path}`, { dispatcher });
  return { status: statusCode, text: await body.text() };
};

/** As the API's callers do, through the proxy. */
const call = async (method: string, path: string, { caller = {}, body, headers = {} }: CallOptions = {}) =>
  readAnswer(
    (await fetch(`${edge.urlOf(edge.ownHost)}/api/na${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...callerHeaders(caller), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      dispatcher,
    } as unknown as RequestInit)) as Response,
  );

/** Hosts that nobody has, half of them under our own domain. */
const strangers = Array.from({ length: ASKED }, (_, at) => {
  const name = randomBytes(6).toString('hex');
  return at % 2 ? `${name}.${edge?.rootDomain ?? 'platform.example'}` : `${name}.example`;
});

const quantile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor(share * times.length)] ?? 0;

async function eachAtOnce(hosts: readonly string[], work: (host: string) => Promise<void>) {
  const left = [...hosts];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let host = left.pop(); host !== undefined; host = left.pop()) await work(host);
    }),
  );
}

test('the first call of a host that somebody has brings its certificate, and of no other', async () => {
  expect(await get(edge.ownHost, '/livez')).toEqual({ status: 200, text: '{"status":"ok"}' });
  const owner = await signUp({ call, origin: edge.urlOf(edge.ownHost) });
  const { uid, key: caller } = owner;
  ok(await call('POST', '/rpc/activateWhitelabelTrial', { caller, body: { uid } }));
  const host = `nordlicht.${edge.rootDomain}`;
  expect(await edge.shakesHands(host)).toBe(false);
  const claim = { uid, customDomain: 'nordlicht', isVGSubdomain: true };
  ok(await call('POST', '/hosting/custom-domain', { caller, body: claim }));
  edge.addSubdomain(host);
  expect((await get(host, '/')).status).toBe(200);
  expect(edge.proxy.certificates()).toEqual([edge.ownHost, host]);
  // Whether the edge works is asked by its name, which nobody has.
  expect((await get(edge.edgeHost, '/.well-known/host-check')).status).toBe(404);
}, 300_000);

/** How often the database has looked for hosts so far. */
async function countLookUps(): Promise<number> {
  const { rows } = (await made.database.unscoped.execute(
    sql`select seq_scan + coalesce(idx_scan, 0) as looks from pg_stat_user_tables where relname = 'agency_hosts'`,
  )) as unknown as { rows: { looks: string }[] };
  return Number(rows[0]?.looks);
}

// Planted: 200 for whatever ends as our own domain does -> certificates for strangers. The database is asked twice -> twice the look-ups. What
// nobody has is kept, 80 kB each -> 59 MB.
test('hosts that nobody has bring no certificate, no order, and one look-up each, between the questions of others', async () => {
  const before = { certificates: edge.proxy.certificates(), orders: edge.authority.orders() };
  expect(before.orders).toBeGreaterThan(0);
  const [looks, memory, known] = [await countLookUps(), edge.server.peakMemory(), `nordlicht.${edge.rootDomain}`];
  const asked = strangers.flatMap((host, at) => (at % 10 ? [host] : [host, known, NO_NAME]));
  const answers = new Map([...strangers.map((host) => [host, 404] as const), [known, 200], [NO_NAME, 400]]);
  // What can be no name is answered by the same process without a look-up: the floor of this machine, at this hour.
  const floor: number[] = [];
  const times: number[] = [];
  const permitted: string[] = [];
  await eachAtOnce(asked, async (host) => {
    const since = performance.now();
    const { statusCode, body } = await request(`${edge.tlsAsk}?domain=${host}`);
    await body.dump();
    (host === NO_NAME ? floor : times).push(performance.now() - since);
    if (statusCode !== answers.get(host)) permitted.push(`${host}: ${statusCode}`);
  });
  expect(permitted).toEqual([]);
  const grown = Math.round((edge.server.peakMemory() - memory) / 1024 ** 2);
  // The database counts once a second. What is due is looked for beside the questions.
  const looked = (await until(countLookUps, (count) => count - looks >= times.length)) - looks;
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  const floors = `floor ${quantile(floor, 0.5).toFixed(1)} and ${quantile(floor, 0.99).toFixed(1)} ms`;
  const costs = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${floors}), ${looked} look-ups, ${grown} MB more memory`;
  console.log(`${asked.length} questions: ${costs}`);
  expect(looked).toBeLessThan(1.2 * times.length);
  expect(grown).toBeLessThan(amount(96, 48));
  await eachAtOnce(strangers.slice(0, HANDSHAKES), async (host) => {
    if (await edge.shakesHands(host)) permitted.push(host);
  });
  expect(permitted).toEqual([]);
  expect({ certificates: edge.proxy.certificates(), orders: edge.authority.orders() }).toEqual(before);
  // Where others work on the same machine, the floor says how much of it is theirs.
  expect(p99).toBeLessThan(Math.max(amount(20, 200), 4 * quantile(floor, 0.99)));
}, 900_000);

// Planted: no look at CAA -> the host leads here, is looked at over https, and that orders a certificate.
test('a domain whose CAA record names another authority brings no order, and one once that is mended', async () => {
  const api = { call, origin: edge.urlOf(edge.ownHost) };
  const host = 'portal.allowed.example';
  edge.dns.addZone('allowed.example');
  edge.dns.set('allowed.example', 'CAA', '0 issue other-authority.example');
  const owner = await makeAgency(api);
  const { verification } = ok(await claimDomain(api, owner, host)).data;
  setRecords(edge.dns, verification);
  const before = edge.authority.orders();
  const becomes = (isSo: (domain: { state: string; problem: { code: string } | null }) => boolean) =>
    until(async () => (await readDomain(api, owner, host)).domain, isSo, 30_000);
  expect((await becomes(({ problem }) => problem?.code === 'caa')).state).toBe('unverified');
  expect(await edge.shakesHands(host)).toBe(false);
  expect(edge.authority.orders()).toBe(before);
  edge.dns.set('allowed.example', 'CAA');
  await becomes(({ state }) => state === 'live');
  expect(await edge.shakesHands(host)).toBe(true);
  expect(edge.authority.orders()).toBe(before + 1);
}, 300_000);

test('the public port answers no such question', async () => {
  expect((await get(edge.ownHost, `/tls-ask?domain=${edge.ownHost}`)).status).toBe(404);
}, 300_000);
