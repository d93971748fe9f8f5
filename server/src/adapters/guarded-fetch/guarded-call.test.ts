import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { limits } from '@antiphon/contract/limits';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { programOf } from '../../../test/harness/program-of.ts';
import { INSIDE_FORMS } from '../../../test/walks/inside-forms.ts';
import { makeGuardedCall } from './guarded-call.ts';
import type { Resolve } from './guarded-connector.ts';

const program = programOf('../../../test/harness/flooding-system-process.ts', import.meta.url);

/** Counts whoever connects to the thing inside, on a port that is allowed, so that not the port saves the guard. */
let hits = 0;
const canary = createTcpServer((socket) => {
  hits += 1;
  socket.on('error', () => {}).end();
});
const tryPort = (port: number) =>
  new Promise<boolean>((done) => {
    canary.once('error', () => done(false)).listen({ port, host: '::' }, () => done(true));
  });
if (!(await tryPort(8443)) && !(await tryPort(8080)) && !(await tryPort(443)))
  throw new Error('This test needs one of the ports 8443, 8080 and 443.');
const PORT = (canary.address() as AddressInfo).port;

type React = (request: IncomingMessage, response: ServerResponse) => void;
let react: React;
const received: { method: string; path: string; headers: IncomingMessage['headers']; body: string }[] = [];
const system = createServer((request, response) => {
  const parts: Buffer[] = [];
  response.on('error', () => {});
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: Buffer.concat(parts).toString() });
    react(request, response);
  });
}).listen(0, '127.0.0.1');
await new Promise((resolve) => system.once('listening', resolve));
const pair = `127.0.0.1:${(system.address() as AddressInfo).port}`;

const addresses: Record<string, string[]> = {};
const resolve: Resolve = async (name) => {
  const list = addresses[name] ?? [];
  const address = list.length > 1 ? list.shift() : list[0];
  if (!address) throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
  return address.split(' ').map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 }));
};
const door = makeGuardedCall({ allowed: [pair], resolve });
const TIMEOUT_MS = 500;
const to = (url: string, more: Partial<Parameters<typeof door.call>[0]> = {}) =>
  door.call({ method: 'POST', url, headers: { 'x-shop': 'north' }, body: '{"a":1}', timeoutMs: TIMEOUT_MS, ...more });
const here = (more: Parameters<typeof to>[1] = {}) => to(`http://${pair}/orders/7?a=b`, more);

beforeEach(() => {
  hits = 0;
  received.length = 0;
  react = (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
});
afterAll(async () => {
  system.closeAllConnections();
  await new Promise((done) => system.close(done));
  await new Promise((done) => canary.close(done));
});

describe('a call', () => {
  it('arrives as it was built, and its answer comes back', async () => {
    expect(await here()).toEqual({
      answer: { status: 200, contentType: 'application/json', text: '{"ok":true}', end: 'whole' },
      failure: null,
    });
    const [one] = received;
    expect(one).toMatchObject({ method: 'POST', path: '/orders/7?a=b', body: '{"a":1}' });
    expect(Object.keys(one?.headers ?? {}).sort()).toEqual([
      'accept-encoding',
      'connection',
      'content-length',
      'host',
      'x-shop',
    ]);
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'] as const) await here({ method, body: null });
    expect(received.map(({ method }) => method)).toEqual(['POST', 'GET', 'PUT', 'PATCH', 'DELETE']);
  });

  it('has any status as its answer', async () => {
    for (const status of [204, 400, 401, 404, 429, 500, 503]) {
      react = (_request, response) => void response.writeHead(status).end();
      expect((await here()).answer).toMatchObject({ status, text: '', end: 'whole' });
    }
    expect(received).toHaveLength(7);
  });
});

describe('R12: what leads inside', () => {
  // Planted: the address is not checked before the call, and the connector is a plain one -> 61 connections, caught here.
  it(`is never reached, in ${INSIDE_FORMS.length} ways of writing it`, async () => {
    for (const form of INSIDE_FORMS) {
      const url = `${form.replace(/^http:/, 'https:').replace(/%2f$/, '')}:${PORT}/`;
      expect((await to(url)).failure, url).toMatchObject({ reason: 'forbidden' });
    }
    expect(hits).toBe(0);
  });

  it('is not reached by a name, wholly, in part or the second time, nor over http', async () => {
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '93.184.215.14 127.0.0.1', '64:ff9b::7f00:1']) {
      addresses['inside.example.com'] = [address];
      expect((await to(`https://inside.example.com:${PORT}/`)).failure, address).toMatchObject({ reason: 'forbidden' });
    }
    for (const url of [
      'http://example.com/',
      'ftp://example.com/',
      'https://u:p@example.com/',
      'file:///etc/passwd',
      'x',
    ])
      expect((await to(url)).failure, url).toMatchObject({ reason: 'forbidden' });
    expect(hits).toBe(0);
  });

  it('is not reached by a redirect, which is an answer', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      react = (_request, response) =>
        void response.writeHead(status, { location: `https://127.0.0.1:${PORT}/` }).end('there');
      expect((await here()).answer).toMatchObject({ status, text: 'there' });
    }
    expect({ hits, received: received.length }).toEqual({ hits: 0, received: 5 });
  });
});

describe('R18: a system that', () => {
  const timed = async (more: Parameters<typeof to>[1] = {}) => {
    const begun = performance.now();
    const outcome = await here(more);
    return { outcome, ms: performance.now() - begun };
  };
  const LIMIT_MS = TIMEOUT_MS + 200;

  it('says nothing is given up in time, and nobody knows what it did', async () => {
    react = () => {};
    const { outcome, ms } = await timed();
    expect(outcome.failure).toEqual({ reason: 'unanswered', message: `${pair} did not answer in time.` });
    expect(ms).toBeLessThan(LIMIT_MS);
    expect(received).toHaveLength(1);
  });

  it('sends its head byte by byte is given up in time', async () => {
    react = (request) => drip(request.socket, 'HTTP/1.1 200 OK\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
    const { outcome, ms } = await timed();
    expect(outcome.failure).toMatchObject({ reason: 'unanswered' });
    expect(ms).toBeLessThan(LIMIT_MS);
  });

  // Planted: the time ends with the head (`untilAborted` alone, no signal for the body) -> hangs, caught here.
  it('sends its body byte by byte, packed or not, is read until the time is over', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      react = (request, response) => {
        response.writeHead(200, { 'content-encoding': encoding, 'content-length': '100000' }).flushHeaders();
        const text = `{"a":"${'x'.repeat(100)}`;
        const packed = { identity: Buffer.from(text), gzip: gzipSync(text), br: brotliCompressSync(text) };
        drip(request.socket, packed[encoding as keyof typeof packed]);
      };
      const { outcome, ms } = await timed();
      expect(outcome.answer, encoding).toMatchObject({ status: 200, end: 'timeout' });
      expect(ms, encoding).toBeLessThan(LIMIT_MS);
    }
  });

  // Planted: the body is read whole and cut then -> caught here.
  it('sends a gigabyte, plain or as a bomb, is read to 256 kB, within 20 MB of memory', async () => {
    const flooding = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void flooding.kill('SIGKILL'));
    const [printed] = await once(flooding.stdout, 'data');
    const from = String(printed).trim();
    const flooded = makeGuardedCall({ allowed: [from] });
    const read = (path: string) =>
      flooded.call({ method: 'GET', url: `http://${from}${path}`, headers: {}, body: null, timeoutMs: 5_000 });
    // The first one also loads what unpacks and decodes.
    await read('/bomb');
    for (const path of ['/bomb', '/endless']) {
      const before = process.memoryUsage.rss();
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage.rss());
      }, 2);
      const begun = performance.now();
      const { answer } = await read(path);
      const ms = performance.now() - begun;
      clearInterval(watch);
      expect(answer, path).toMatchObject({ status: 200, end: 'too_large' });
      expect(answer?.text.length, path).toBe(limits.functionAnswerBytesMax);
      expect(ms, path).toBeLessThan(2_000);
      const grewBy = Math.max(most, process.memoryUsage.rss()) - before;
      expect(grewBy, path).toBeLessThan(20 * 1024 * 1024);
    }
  });

  it('breaks off is called once, whatever the method, and it is known whether an answer began', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      received.length = 0;
      react = (request) => request.socket.destroy();
      const { failure } = await here({ method, body: method === 'POST' ? '{}' : null });
      expect(failure, method).toMatchObject({ reason: 'unanswered' });
      react = (request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('{"a":');
        setTimeout(() => request.socket.destroy(), 20);
      };
      const { answer } = await here({ method, body: null });
      expect(answer, method).toMatchObject({ status: 200, text: '{"a":', end: 'cut' });
      expect(received.length, method).toBe(2);
    }
  });

  it('speaks no HTTP, or cannot be reached, is a failure that says whether anything was sent', async () => {
    react = (request) => void request.socket.end('SSH-2.0-x\r\n');
    expect((await here()).failure).toMatchObject({ reason: 'unanswered' });
    const closed = makeGuardedCall({ allowed: ['127.0.0.1:1'] });
    const request = {
      method: 'POST',
      url: 'http://127.0.0.1:1/',
      headers: {},
      body: '{}',
      timeoutMs: TIMEOUT_MS,
    } as const;
    expect((await closed.call(request)).failure).toEqual({
      reason: 'unsent',
      message: '127.0.0.1:1 could not be reached.',
    });
    expect((await to('https://nobody.example.com/')).failure).toMatchObject({ reason: 'unsent' });
  });

  it('damages what it packed, or packs it in a way of its own, has a body that cannot be read', async () => {
    react = (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    expect((await here()).answer).toMatchObject({ status: 200, end: 'cut' });
    react = (_request, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('x');
    expect((await here()).answer).toMatchObject({ status: 200, end: 'cut' });
  });
});

/** A byte every 20 milliseconds, for as long as somebody listens. */
function drip(socket: IncomingMessage['socket'], what: string | Buffer) {
  const bytes = Buffer.from(what);
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(bytes.subarray(at, ++at));
  }, 20);
  socket.on('error', () => clearInterval(timer)).on('close', () => clearInterval(timer));
}
