import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Stripe from 'stripe';
import { type StandIn, startStandIn } from '../../src/start-stand-in.ts';
import { misfitsOf } from './fits.ts';

export const API_VERSION = '2026-10-28.endive';
export const HOOK_SECRET = 'whsec_test_of_the_stand_in';

export type Hook = {
  path: string;
  event: Stripe.Event | { id: string; type: string };
  payload: string;
  signature: string;
};

/** Collects what no answer of the stand-in may be: something that the library's types do not say. */
export const unfit: string[] = [];

const checkedFetch: typeof fetch = async (...call) => {
  const answer = await fetch(...call);
  const text = await answer.clone().text();
  const found = misfitsOf(JSON.parse(text));
  if (found.length > 0) unfit.push(`${call[1]?.method ?? 'GET'} ${call[0]}: ${found.slice(0, 5).join('; ')}`);
  return answer;
};

/** The official library, as the product uses it, talking to a port of this machine. */
export const clientOf = (port: number, key = 'sk_test_na', stripeAccount?: string) =>
  new Stripe(key, {
    apiVersion: API_VERSION,
    host: '127.0.0.1',
    port,
    protocol: 'http',
    timeout: 10_000,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(checkedFetch),
    ...(stripeAccount ? { stripeAccount } : {}),
  });

export async function startWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const journal = join(folder, 'journal.jsonl');
  const start = () => startStandIn({ port: 0, host: '127.0.0.1', journal });
  let standIn: StandIn = await start();
  const hooks = await listen();
  const knob = async (name: string, body: object, key = 'sk_test_na') => {
    const answer = await fetch(`${standIn.url}/_knobs/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: each knob answers something else
    const read = (await answer.json()) as any;
    if (!answer.ok) throw new Error(read.error.message);
    return read;
  };
  const world = {
    get url() {
      return standIn.url;
    },
    get port() {
      return standIn.port;
    },
    get stripe() {
      return clientOf(standIn.port);
    },
    journal,
    hooks: hooks.received,
    hooksUrl: hooks.url,
    refuseHooks: hooks.refuse,
    knob,
    for: (account: string) => clientOf(standIn.port, 'sk_test_na', account),
    async listenToAll() {
      for (const kind of ['platform', 'connect', 'accounts'])
        await knob('endpoints', { kind, url: `${hooks.url}/${kind}`, secret: HOOK_SECRET });
    },
    /** Waits until every event was sent. */
    async delivered() {
      for (let n = 0; n < 400; n += 1) {
        if ((await knob('deliveries', {})).undelivered === 0) return hooks.received;
        await wait(25);
      }
      throw new Error('events are still waiting');
    },
    async restart() {
      await standIn.close();
      standIn = await start();
    },
    async close() {
      await standIn.close();
      await hooks.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return world;
}
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Takes events as a product does: by the raw text and the signature. */
async function listen() {
  const received: Hook[] = [];
  let refusals = 0;
  const stripe = new Stripe('sk_test_na');
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const payload = Buffer.concat(parts).toString();
    const signature = String(request.headers['stripe-signature']);
    const path = request.url ?? '';
    if (refusals > 0) {
      refusals -= 1;
      response.writeHead(500).end();
      return;
    }
    const event = path.endsWith('accounts')
      ? stripe.parseEventNotification(payload, signature, HOOK_SECRET)
      : stripe.webhooks.constructEvent(payload, signature, HOOK_SECRET);
    received.push({ path, event, payload, signature });
    response.writeHead(200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuse: (times: number) => {
      refusals = times;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
