import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Agent, request } from 'undici';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startLoopbackSite } from '../../../test/harness/loopback-site.ts';
import { INSIDE_FORMS } from '../../../test/walks/inside-forms.ts';
import { makeGuardedLookup, type Resolve } from './guarded-connector.ts';
import { makeGuardedFetch } from './guarded-fetch.ts';

/** Counts whoever connects, on every address of loopback: the thing inside that must never be reached. */
let hits = 0;
const canary = createTcpServer((socket) => {
  hits += 1;
  socket
    .resume()
    .end('HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 6\r\nconnection: close\r\n\r\nsecret');
  socket.on('error', () => {});
});
// On `::`, and through it on every address of IPv4; on a port that is allowed, so that not the port saves the guard.
const tryPort = (port: number) =>
  new Promise<boolean>((done) => {
    canary.once('error', () => done(false)).listen({ port, host: '::' }, () => done(true));
  });
if (!(await tryPort(8080)) && !(await tryPort(8443)) && !(await tryPort(443)))
  throw new Error('This test needs one of the ports 8080, 8443 and 443.');
const PORT = (canary.address() as AddressInfo).port;

const site = await startLoopbackSite({});
const answers: Record<string, string[]> = {};
const asked: string[] = [];
/** Answers from a list, one entry a question, the last for ever: a name that shows another face each time. */
const resolve: Resolve = async (name) => {
  asked.push(name);
  const list = answers[name] ?? [];
  const address = list.length > 1 ? list.shift() : list[0];
  if (!address) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return address.split(' ').map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 }));
};
const door = makeGuardedFetch({ allowed: [site.pair, '[::1]:9'], contact: 'https://example.com/reader', resolve });

beforeEach(() => {
  hits = 0;
  asked.length = 0;
});
afterAll(async () => {
  await door.close();
  await site.close();
  await new Promise((done) => canary.close(done));
});

const OTHERS = [
  'http://user:password@example.com/',
  'http://user@example.com/',
  'http://example.com:22/',
  'http://example.com:6379/',
  'http://example.com:3000/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'data:text/html,x',
  'javascript:1',
  'http://',
  'http:///',
  '//example.com',
  'example.com',
  'http://exa mple.com',
  'http://[::1',
  'http://127.0.0.1:99999/',
  '',
  'http://[fe80::1%25eth0]/',
  'ws://example.com',
  'blob:http://example.com/x',
  'http://.',
  'http://..',
];

describe('addresses that lead inside', () => {
  it('refuses every way of writing one, without a connection and without a question to the resolver', async () => {
    const urls = [...INSIDE_FORMS.map((form) => `${form.replace(/%2f$/, '')}:${PORT}/`), ...OTHERS];
    expect(new Set(urls).size).toBeGreaterThanOrEqual(60);
    for (const url of urls) {
      expect(() => door.checkAddress(url), url).toThrow('This address cannot be read');
      await expect(door.get(url), url).rejects.toMatchObject({ kind: 'forbidden' });
    }
    expect({ hits, asked }).toEqual({ hits: 0, asked: [] });
  });

  it('refuses to be redirected to every one of them', async () => {
    let target = '';
    site.pages['/to'] = (_request, response) => response.writeHead(302, { location: target }).end();
    for (const form of INSIDE_FORMS) {
      target = `${encodeURI(form)}:${PORT}/`;
      await expect(door.get(site.url('/to')), form).rejects.toMatchObject({ kind: 'forbidden' });
    }
    target = `http://user:p@127.0.0.1:${PORT}/`;
    await expect(door.get(site.url('/to'))).rejects.toMatchObject({ kind: 'forbidden' });
    expect(hits).toBe(0);
  });

  it('refuses a name that resolves inside, wholly or in part', async () => {
    for (const address of [
      '127.0.0.1',
      '::1',
      '10.0.0.1',
      '93.184.215.14 127.0.0.1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      'fd00::1',
    ]) {
      answers['inside.example.com'] = [address];
      await expect(door.get(`http://inside.example.com:${PORT}/`), address).rejects.toMatchObject({
        kind: 'forbidden',
      });
    }
    expect(hits).toBe(0);
    expect(asked.length).toBe(7);
  });

  it('refuses a name that is rebound between one question and the next', async () => {
    site.pages['/rebind'] = (_request, response) =>
      response.writeHead(302, { location: `http://rebind.example.com:${PORT}/` }).end();
    // The first question shows a public address whose connection fails; whoever asked first and connected later would get in.
    answers['rebind.example.com'] = ['2606:2800:21f::1', '127.0.0.1', '127.0.0.1'];
    const options = { timeoutMs: 400 };
    await expect(door.get(`http://rebind.example.com:${PORT}/`, options)).rejects.toMatchObject({
      kind: 'unreachable',
    });
    await expect(door.get(`http://rebind.example.com:${PORT}/`, options)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(door.get(site.url('/rebind'), options)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(hits).toBe(0);
  });

  it('would be caught with the guard at the resolver alone: literal addresses go past it to the canary', async () => {
    const lookup = makeGuardedLookup(resolve) as never;
    const planted = new Agent({ connect: { lookup } });
    answers['inside.example.com'] = ['127.0.0.1'];
    await expect(request(`http://inside.example.com:${PORT}/`, { dispatcher: planted })).rejects.toThrow();
    expect(hits).toBe(0);
    const { body } = await request(`http://127.0.0.1:${PORT}/`, { dispatcher: planted });
    expect(await body.text()).toBe('secret');
    expect(hits).toBe(1);
    await planted.close();
  });
});

describe('addresses that pass', () => {
  it('are given in their normal form', () => {
    const normal = {
      ' https://Example.COM./a b#c ': 'https://example.com/a%20b',
      'http://bücher.example.com:80': 'http://xn--bcher-kva.example.com/',
      'https://example.com:8443/x?y=1': 'https://example.com:8443/x?y=1',
      'http://93.184.215.14/': 'http://93.184.215.14/',
      'http://[2606:2800:21f::1]/': 'http://[2606:2800:21f::1]/',
      'http://[::1]:9/': 'http://[::1]:9/',
    };
    for (const [typed, address] of Object.entries(normal)) expect(door.checkAddress(typed)).toBe(address);
  });

  it('answer with bytes, kind, charset and the address after redirects', async () => {
    site.pages['/a'] = (_request, response) => response.writeHead(301, { location: '/b?x#y' }).end();
    site.pages['/b?x'] = (request, response) => {
      response.setHeader('content-type', 'Text/HTML; Charset="ISO-8859-1"').setHeader('set-cookie', 'a=b');
      response.end(JSON.stringify(request.headers));
    };
    const page = await door.get(site.url('/a'));
    expect(page).toMatchObject({ url: site.url('/b?x'), contentType: 'text/html', charset: 'iso-8859-1' });
    const headers = JSON.parse(Buffer.from(page.bytes).toString());
    expect(headers['user-agent']).toBe('Mozilla/5.0 (compatible; SiteReader/1.0; +https://example.com/reader)');
    expect(headers.cookie ?? headers.authorization).toBeUndefined();
    expect(JSON.parse(Buffer.from((await door.get(site.url('/b?x'))).bytes).toString()).cookie).toBeUndefined();
  });

  it('may redirect five times and no more', async () => {
    for (let n = 0; n < 7; n += 1)
      site.pages[`/hop/${n}`] = (_request, response) => response.writeHead(307, { location: `/hop/${n + 1}` }).end();
    site.pages['/hop/7'] = 'there';
    expect(Buffer.from((await door.get(site.url('/hop/2'))).bytes).toString()).toBe('there');
    await expect(door.get(site.url('/hop/1'))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('are decompressed from %s, up to the limit of what comes out', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(64 * 1024 * 1024));
    site.pages['/small'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('hello')));
    site.pages['/bomb'] = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb);
    site.pages['/damaged'] = (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('no such thing');
    expect(Buffer.from((await door.get(site.url('/small'))).bytes).toString()).toBe('hello');
    await expect(door.get(site.url('/bomb'))).rejects.toMatchObject({
      kind: 'invalid',
      message: 'This page is larger than 10 MB.',
    });
    await expect(door.get(site.url('/damaged'))).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('may be as large as was asked for, told or untold', async () => {
    site.pages['/told'] = (_request, response) => response.end(Buffer.alloc(2 * 1024 * 1024));
    site.pages['/untold'] = (_request, response) => {
      for (let n = 0; n < 32; n += 1) response.write(Buffer.alloc(64 * 1024));
      response.end();
    };
    for (const path of ['/told', '/untold']) {
      const bytesMax = 1024 * 1024;
      await expect(door.get(site.url(path), { bytesMax })).rejects.toMatchObject({ kind: 'invalid' });
      expect((await door.get(site.url(path))).bytes.length).toBe(2 * 1024 * 1024);
    }
  });

  it.each([
    [404, 'not_found', false],
    [410, 'not_found', false],
    [403, 'unauthorized', false],
    [429, 'rate_limited', true],
    [500, 'unreachable', true],
    [418, 'invalid', false],
  ])('fail by their status: %i is %s', async (status, kind, canRetry) => {
    site.pages['/status'] = (_request, response) => response.writeHead(status, { 'retry-after': '7' }).end('x');
    await expect(door.get(site.url('/status'))).rejects.toMatchObject({ kind, canRetry });
  });

  it('fail when they are slow, silent, cut off or stopped, at once and without hanging', async () => {
    site.pages['/silent'] = () => {};
    site.pages['/dripping'] = (_request, response) => void response.writeHead(200).write('x');
    site.pages['/cut'] = (_request, response) =>
      response.writeHead(200, { 'content-length': '9' }).write('x', () => response.destroy());
    const unreachable = { kind: 'unreachable' };
    await expect(door.get(site.url('/silent'), { timeoutMs: 200 })).rejects.toMatchObject(unreachable);
    await expect(door.get(site.url('/dripping'), { timeoutMs: 200 })).rejects.toMatchObject(unreachable);
    await expect(door.get(site.url('/cut'))).rejects.toMatchObject(unreachable);
    await expect(door.get(site.url('/silent'), { signal: AbortSignal.timeout(100) })).rejects.toMatchObject(
      unreachable,
    );
    await expect(door.get('http://nobody.example.com/')).rejects.toMatchObject({ kind: 'invalid' });
  });

  it('are given up in time while their name or their connection hangs', async () => {
    const hanging = makeGuardedFetch({ allowed: [], contact: 'x', resolve: () => new Promise(() => {}) });
    const holdsProcess = setInterval(() => {}, 1_000);
    const since = performance.now();
    await expect(hanging.get('http://slow.example.com/', { timeoutMs: 200 })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    answers['nowhere.example.com'] = ['2606:2800:21f::1'];
    await expect(door.get('http://nowhere.example.com/', { timeoutMs: 200 })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect(performance.now() - since).toBeLessThan(2_500);
    clearInterval(holdsProcess);
    await hanging.close();
  });

  it('close the connection when the reader stops in the middle', async () => {
    let isClosed: () => void = () => {};
    const closed = new Promise<void>((done) => {
      isClosed = done;
    });
    const endless = createServer((request, response) => {
      request.socket.on('close', isClosed);
      const more = () => response.write(Buffer.alloc(16 * 1024)) && setImmediate(more);
      response.on('drain', more);
      more();
    });
    await new Promise<void>((done) => endless.listen(0, '127.0.0.1', done));
    const pair = `127.0.0.1:${(endless.address() as AddressInfo).port}`;
    const other = makeGuardedFetch({ allowed: [pair], contact: 'x' });
    const { body } = await other.open(`http://${pair}/`);
    for await (const chunk of body) if (chunk.length > 0) break;
    await closed;
    await other.close();
    await new Promise((done) => endless.close(done));
  });
});

describe('what a site said of a page before', () => {
  it('is sent back to its address alone, and believed where it was sent', async () => {
    const seen: Record<string, string | undefined>[] = [];
    const note = (headers: import('node:http').IncomingHttpHeaders) =>
      seen.push({ match: headers['if-none-match'], since: headers['if-modified-since'] });
    const other = await startLoopbackSite({});
    other.pages['/there'] = (request, response) => {
      note(request.headers);
      response.writeHead(304).end();
    };
    site.pages['/page'] = (request, response) => {
      note(request.headers);
      const isKnown = request.headers['if-none-match'] === '"a"';
      response.writeHead(isKnown ? 304 : 200, {
        'content-type': 'text/html',
        etag: '"a"',
        'last-modified': 'Sat, 28 Nov 2026 10:00:00 GMT',
      });
      response.end(isKnown ? '' : 'text');
    };
    site.pages['/hop'] = (_request, response) => response.writeHead(302, { location: other.url('/there') }).end();
    const both = makeGuardedFetch({ allowed: [site.pair, other.pair], contact: 'https://example.com/reader', resolve });
    const first = await both.get(site.url('/page'));
    const validators = { etag: '"a"', modified: 'Sat, 28 Nov 2026 10:00:00 GMT' };
    expect(first.validators).toEqual(validators);
    const second = await both.get(site.url('/page'), { validators });
    expect([second.isUnchanged, second.bytes.length]).toEqual([true, 0]);
    expect(seen).toEqual([{}, { match: '"a"', since: 'Sat, 28 Nov 2026 10:00:00 GMT' }]);
    // Nobody asked this one whether anything changed.
    await expect(both.get(site.url('/hop'), { validators })).rejects.toMatchObject({ kind: 'invalid' });
    expect(seen.at(-1)).toEqual({});
    await both.close();
    await other.close();
  });
});
