import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { startHttps } from '../../../test/harness/start-https.ts';
import { makeHostProbe } from './host-probe.ts';

/** Takes connections and says nothing: the thing inside. */
let hits = 0;
const sockets = new Set<Socket>();
const silent = createServer((socket) => {
  hits += 1;
  sockets.add(socket.on('error', () => {}));
}).listen(0, '127.0.0.1');
await once(silent, 'listening');
const { port } = silent.address() as AddressInfo;

beforeEach(() => {
  hits = 0;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const probeOf = (edgeAddresses: string[], addresses: string[]) =>
  makeHostProbe({
    edgeAddresses,
    port,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    wholeMs: 300,
  }).probe('portal.acme.example', 'token');

// Planted: every address may be reached -> 1 connection, caught here.
it('reaches nothing inside, wholly or in part, but where our own proxy stands', async () => {
  expect(await probeOf([], ['127.0.0.1'])).toBe('unreachable');
  expect(await probeOf(['127.0.0.2'], ['127.0.0.2', '127.0.0.1'])).toBe('unreachable');
  expect(hits).toBe(0);
  expect(await probeOf(['127.0.0.1'], ['127.0.0.1'])).toBe('unreachable');
  expect(hits).toBe(1);
});

it('gives up in time on who says nothing', async () => {
  const since = performance.now();
  expect(await probeOf(['127.0.0.1'], ['127.0.0.1'])).toBe('unreachable');
  expect(performance.now() - since).toBeLessThan(2_000);
});

// Planted: the answer of a proxy counts as another site's, or an alert as silence -> caught here.
it('tells the host from another site, from a proxy that does not reach it, and from one without a certificate', async () => {
  const hosts = ['right.example', 'other.example', 'proxied.example'];
  const said: Record<string, string | number> = {
    ...{ 'right.example': 'token', 'other.example': 'another', 'proxied.example': 502 },
    ...{ 'bare.example': 'refused', 'gone.example': 'closed', 'borrowed.example': 'token' },
  };
  const site = await startHttps(hosts, (host) => said[host] ?? 404);
  try {
    const { probe } = makeHostProbe({
      edgeAddresses: ['127.0.0.1'],
      port: site.port,
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    });
    const found = await Promise.all(Object.keys(said).map(async (host) => [host, await probe(host, 'token')]));
    expect(Object.fromEntries(found)).toEqual({
      ...{ 'right.example': 'right', 'other.example': 'other', 'proxied.example': 'unreachable' },
      ...{ 'bare.example': 'certificate', 'gone.example': 'unreachable', 'borrowed.example': 'certificate' },
    });
  } finally {
    await site.close();
  }
});
