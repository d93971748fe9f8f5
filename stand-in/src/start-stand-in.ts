import { mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Api, type Request } from './api.ts';
import { Clock } from './clock.ts';
import { Deliverer } from './events/deliver.ts';
import type { Answer } from './http/answers.ts';
import { readKey } from './http/authenticate.ts';
import { BodyTooLong, readBody } from './http/read-body.ts';
import { parseJson } from './http/read-params.ts';
import { StripeError } from './http/stripe-error.ts';
import { newId } from './ids.ts';
import { type Failure, Knobs } from './knobs/knobs.ts';
import { isKnob, setKnob } from './knobs/set-knobs.ts';
import { answerPage } from './pages/pages.ts';
import { lockJournal } from './store/lock.ts';
import { Store } from './store/store.ts';

export type Options = {
  port: number;
  host: string;
  /** The file that everything is in. */
  journal: string;
  /** The beginning of the addresses of pages, where a proxy stands in front. */
  pagesUrl?: string;
};

export type StandIn = { url: string; port: number; close: () => Promise<void> };

const TICK_MS = 1_000;
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const send = (response: ServerResponse, { status, body, isReplayed }: Answer) => {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': newId('req'),
    ...(isReplayed ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(body);
};

const failed = (status: number, message: string): Answer => ({
  status,
  body: JSON.stringify({ error: { type: status >= 500 ? 'api_error' : 'invalid_request_error', message } }),
});

export async function startStandIn(options: Options): Promise<StandIn> {
  mkdirSync(dirname(options.journal), { recursive: true });
  const unlock = lockJournal(options.journal);
  const store = new Store(options.journal);
  const clock = new Clock(store);
  const knobs = new Knobs();
  const deliverer = new Deliverer(store, knobs.deliveries);
  const api = new Api(store, () => clock.now());

  /** Spoils an answer, or the way to it. */
  async function spoil(response: ServerResponse, request: Request, failure: Failure): Promise<boolean> {
    if (failure.answer === 'slow') {
      await wait(failure.delayMs);
      return false;
    }
    if (failure.answer === 'hang') return true;
    if (failure.answer === 'reset') response.socket?.resetAndDestroy();
    else if (failure.answer === 'garbage')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": <html>');
    else {
      const answer = failed(
        failure.answer,
        'An error occurred while processing your request. Try again in a little bit.',
      );
      if (failure.when === 'after') api.replaceAnswer(request, answer.status, answer.body);
      send(response, answer);
    }
    return true;
  }

  async function answerCall(response: ServerResponse, request: Request) {
    const failure = knobs.takeFailure(request.method, request.path);
    if (failure?.when === 'before' && (await spoil(response, request, failure))) return;
    clock.catchUp();
    const { answer, release } = api.answer(request);
    try {
      if (failure?.when === 'after' && (await spoil(response, request, failure))) return;
      send(response, answer);
    } finally {
      release();
    }
  }

  function answerKnob(response: ServerResponse, { method, path, headers, body }: Request) {
    const { kind, platform } = readKey(headers, undefined);
    const name = path.slice('/_knobs/'.length);
    if (kind !== 'secret' || method !== 'POST' || !isKnob(name))
      throw new StripeError(404, { type: 'invalid_request_error', message: `No such knob (${method}: ${path}).` });
    const parts = { store, clock, knobs, wake: () => deliverer.wake() };
    const answer = setKnob(parts, platform, name, parseJson(body));
    send(response, { status: 200, body: JSON.stringify({ ...answer, undelivered: deliverer.left }) });
  }

  function answerVisit(response: ServerResponse, { method, path, body }: Request) {
    clock.catchUp();
    const answer = answerPage(store, clock, method, path, body);
    if ('redirect' in answer) response.writeHead(303, { location: answer.redirect, 'cache-control': 'no-store' }).end();
    else response.writeHead(answer.status, PAGE_HEADERS).end(answer.html);
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse) {
    const [path = '/', query = ''] = (incoming.url ?? '/').split('?');
    try {
      const request: Request = {
        method: incoming.method ?? 'GET',
        path,
        query,
        headers: incoming.headers,
        body: await readBody(incoming),
      };
      if (path === '/livez') send(response, { status: 200, body: '{"ok":true}' });
      else if (path.startsWith('/_knobs/')) answerKnob(response, request);
      else if (/^\/v[12](\/|$)/.test(path)) await answerCall(response, request);
      else answerVisit(response, request);
    } catch (error) {
      if (error instanceof BodyTooLong) return send(response, failed(413, 'The request body is too long.'));
      if (error instanceof StripeError)
        return send(response, { status: error.status, body: JSON.stringify({ error: error.body }) });
      process.stderr.write(`${(error as Error).stack}\n`);
      if (!response.headersSent) send(response, failed(500, 'The stand-in failed.'));
    }
  }

  const server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://${options.host}:${port}`;
  store.pagesUrl = options.pagesUrl ?? url;
  const ticking = setInterval(() => clock.catchUp(), TICK_MS);
  ticking.unref();

  const close = async () => {
    clearInterval(ticking);
    deliverer.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    store.close();
    unlock();
  };
  return { url, port, close };
}
