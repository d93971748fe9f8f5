import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startWebhookReceiver } from '../../../test/harness/webhook-receiver.ts';
import { INSIDE_FORMS } from '../../../test/walks/inside-forms.ts';
import type { Resolve } from './guarded-connector.ts';
import { makeGuardedPost } from './guarded-post.ts';

/** Counts whoever connects to the thing inside. */
let hits = 0;
const canary = createTcpServer((socket) => {
  hits += 1;
  socket.on('error', () => {}).end();
});
// On a port that is allowed, so that not the port saves the guard.
const tryPort = (port: number) =>
  new Promise<boolean>((done) => {
    canary.once('error', () => done(false)).listen({ port, host: '::' }, () => done(true));
  });
if (!(await tryPort(8443)) && !(await tryPort(8080)) && !(await tryPort(443)))
  throw new Error('This test needs one of the ports 8080, 8443 and 443.');
const PORT = (canary.address() as AddressInfo).port;

const answers: Record<string, string[]> = {};
const resolve: Resolve = async (name) => {
  const list = answers[name] ?? [];
  const address = list.length > 1 ? list.shift() : list[0];
  if (!address) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return address.split(' ').map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 }));
};
const receiver = await startWebhookReceiver();
const door = makeGuardedPost({ allowed: [receiver.pair], resolve, wholeMs: 1_000 });
const message = { headers: { 'x-test': '1' }, body: '{}' };

beforeEach(() => {
  hits = 0;
  receiver.received.length = 0;
});
afterAll(async () => {
  await door.close();
  await receiver.close();
  await new Promise((done) => canary.close(done));
});

describe('what is posted to an address that a customer gave', () => {
  // Planted: the address is not checked before it is called -> caught here and below.
  it('reaches nothing inside, in 75 ways of writing it', async () => {
    for (const form of INSIDE_FORMS) {
      const url = `${form.replace(/^http:/, 'https:').replace(/%2f$/, '')}:${PORT}/`;
      expect(() => door.checkAddress(url), url).toThrow();
      await expect(door.post(url, message), url).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect(hits).toBe(0);
  });

  it('goes over https alone, except to whom the operator trusts', async () => {
    for (const url of [
      'http://example.com/',
      'ftp://example.com/',
      'file:///etc/passwd',
      'https://u:p@example.com/',
      'x',
    ])
      await expect(door.post(url, message), url).rejects.toMatchObject({ kind: 'forbidden' });
    expect(door.checkAddress(receiver.url)).toBe(receiver.url);
    expect(door.checkAddress(' https://Example.com/a#b')).toBe('https://example.com/a');
  });

  it('reaches nothing inside by a name, wholly or in part or the second time', async () => {
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '93.184.215.14 127.0.0.1', '64:ff9b::7f00:1']) {
      answers['inside.example.com'] = [address];
      const asked = door.post(`https://inside.example.com:${PORT}/`, message);
      await expect(asked, address).rejects.toMatchObject({ kind: 'forbidden' });
    }
    // The check of the address asks no resolver, so that there is no first answer to believe.
    answers['rebinding.example.com'] = ['127.0.0.1'];
    door.checkAddress(`https://rebinding.example.com:${PORT}/`);
    await expect(door.post(`https://rebinding.example.com:${PORT}/`, message)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(hits).toBe(0);
  });

  it('follows no redirect', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.react(() => ({ status, headers: { location: `https://127.0.0.1:${PORT}/` } }));
      expect((await door.post(receiver.url, message)).status).toBe(status);
    }
    expect({ hits, received: receiver.received.length }).toEqual({ hits: 0, received: 5 });
  });

  it('reads 2 kB of the answer and no more, without characters that cannot be stored', async () => {
    receiver.react(() => ({ status: 200, text: `a\u0000b${'é'.repeat(100_000)}` }));
    const { text } = await door.post(receiver.url, message);
    expect(text.startsWith('abé')).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_048);
    expect(text).not.toContain('\uFFFD');
  });

  it('gives up in time on a receiver that is silent, and says what happened', async () => {
    receiver.react(() => 'hang');
    await expect(door.post(receiver.url, message)).rejects.toMatchObject({
      kind: 'unreachable',
      message: `${receiver.pair} did not answer in time.`,
    });
    receiver.react(() => 'cut');
    await expect(door.post(receiver.url, message)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  it('sends neither cookies nor credentials', async () => {
    receiver.react(() => ({ status: 200, headers: { 'set-cookie': 'a=b' } }));
    await door.post(receiver.url, message);
    await door.post(receiver.url, message);
    const sent = receiver.received.map(({ headers }) => headers);
    expect(sent.map(({ cookie, authorization }) => cookie ?? authorization)).toEqual([undefined, undefined]);
  });
});
