import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Region } from '@antiphon/contract/regions';
import { getRequestListener } from '@hono/node-server';
import { Agent } from 'undici';
import type { RunningRegion } from '../../src/app.ts';
import { startCells } from '../../src/app-region-cells.ts';
import { makeRegions } from '../../src/app-regions.ts';
import type { Database } from '../../src/db/database.ts';
import { openEmbedded } from '../../src/db/open-embedded.ts';
import { makeServer } from '../../src/http/server.ts';
import { mountSockets } from '../../src/http/sockets.ts';
import { makeLog } from '../../src/make-log.ts';
import { standInOf, takesCards } from '../../src/payment-settings.ts';
import { readSettings } from '../../src/settings.ts';
import { countServer } from './kept-databases.ts';
import { readEmbeddedImage } from './migrated-databases.ts';

/** Who asks: a signed-in person (`cookie`, with a chosen `workspace`), a key or visitor token (`bearer`), or nobody. */
export type Caller = {
  cookie?: string;
  bearer?: string;
  workspace?: string;
  /** The host that is called, where it is not the platform's. */
  host?: string;
  site?: 'same-origin' | 'cross-site';
  /** Came through a proxy. */
  isForwarded?: true;
};

export type CallOptions = {
  caller?: Caller;
  body?: unknown;
  headers?: Record<string, string>;
  region?: string;
};

/** `body` is the parsed JSON where there is some, else the text. */
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
export type Answer = { status: number; body: any; text: string; headers: Headers };

export type TestApi = Awaited<ReturnType<typeof startTestApi>>;

export const testSecretKey = 'test-0123456789abcdefghijklmnopqrstuvwxyz';

/**
 * The whole server in this process, on an opened database (whoever opened it closes it) and a free port. The other region
 * starts at its first use, on `other` or embedded, in memory. `environment` are settings; limits of rates are out of the way. `around`
 * may put something between the server and a region. `clock` is that of payments.
 */
export async function startTestApi(
  database: Database,
  environment: Record<string, string> = {},
  around: (region: RunningRegion, name: Region) => RunningRegion = (region) => region,
  other?: Database,
  clock?: () => Date,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'api-'));
  const settings = readSettings({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SECRET_KEY: testSecretKey,
    RATE_LIMIT_FACTOR: '100000',
    LOG_LEVEL: 'warn',
    // Nothing of a test leaves the machine.
    TELEGRAM_API_URL: 'http://127.0.0.1:9',
    DISCORD_API_URL: 'http://127.0.0.1:9',
    ...environment,
  });
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = makeLog(settings.LOG_LEVEL, sink);
  const shutdown = new AbortController();
  const keep = (own: Database): Database => ({ ...own, close: async () => {} });
  const given = [database, ...(other ? [other] : [])];
  const opened = new Set<Region>();
  const regions = makeRegions({
    regions: settings.regions,
    hasRegion: (region) => opened.has(region),
    async start(region) {
      opened.add(region);
      const own = given.find((one) => one.region === region);
      const parts = {
        database: own ? keep(own) : await openEmbedded(region, 'memory', readEmbeddedImage()),
        ...(clock ? { clock } : {}),
      };
      const beside = { findPeer: regions.findPeer, findDirectory: async () => database.unscoped, metrics: null };
      return around(await startCells(settings, region, log, shutdown.signal, parts, beside), region);
    },
    log,
  });
  await regions.open(database.region);
  const uncount = countServer(database);
  const app = makeServer({
    openRegion: regions.open,
    regions: settings.regions,
    hasRegion: (region) => opened.has(region),
    readiness: regions.readiness,
    rootDomain: settings.PLATFORM_ROOT_DOMAIN,
    contentHost: settings.contentHost,
    site: settings.site,
    paymentsStandIn: standInOf(settings.payments),
    takesCards: takesCards(settings.payments),
    trustedProxies: settings.TRUSTED_PROXIES,
    isShuttingDown: () => shutdown.signal.aborted,
    log,
  });
  const { server, origin } = await listen(getRequestListener(app.fetch as never));
  mountSockets(server, app.fetch as never, log);

  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { caller = {}, body, headers = {}, region = database.region } = options;
    const isForm = body instanceof FormData;
    const response = await fetchFrom(`${originFor(origin, caller)}/api/${region}${path}`, {
      method,
      headers: {
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...callerHeaders(caller),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    return readAnswer(response);
  };

  /** Without a socket, which is most of what a call costs: for tests of thousands. Not for what writes to the socket itself. */
  const callDirectly = async (path: string, init: RequestInit): Promise<Response> => {
    const incoming = Object.assign(Readable.from([]), { socket: { remoteAddress: '127.0.0.1' } });
    return app.fetch(new Request(`${origin}/api/${database.region}${path}`, init), {
      incoming,
      outgoing: { setHeader() {} },
    } as never);
  };

  return {
    database,
    origin,
    call,
    callDirectly,
    /** What was logged so far, one JSON text a line. */
    logLines: lines,
    dataDir,
    async stop() {
      shutdown.abort();
      server.close();
      server.closeAllConnections();
      await regions.stop();
      uncount();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The names of agencies' hosts lead to this machine, as they do in a browser. */
const dispatcher = new Agent({
  connect: {
    lookup: (_host, options, found) =>
      options.all ? found(null, [{ address: '127.0.0.1', family: 4 }]) : found(null, '127.0.0.1', 4),
  },
});
export const fetchFrom = (url: string, init: RequestInit) => fetch(url, { ...init, dispatcher } as RequestInit);

export const originFor = (origin: string, { host }: Caller) =>
  host ? `http://${host}:${new URL(origin).port}` : origin;

export const callerHeaders = (caller: Caller): Record<string, string> => ({
  ...(caller.cookie ? { cookie: caller.cookie, 'sec-fetch-site': caller.site ?? 'same-origin' } : {}),
  ...(caller.bearer ? { authorization: `Bearer ${caller.bearer}` } : {}),
  ...(caller.isForwarded ? { 'x-forwarded-for': '198.51.100.7' } : {}),
  ...(caller.workspace ? { 'x-workspace': caller.workspace } : {}),
});

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, text, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

async function listen(listener: Parameters<typeof createServer>[1]): Promise<{ server: Server; origin: string }> {
  const server = createServer(listener as never).listen(0, '127.0.0.1');
  // A test on a busy machine must not meet a connection that is closed for being idle just then.
  server.keepAliveTimeout = 120_000;
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
}

/** A machine that does something else besides may be so many times as slow as a calm one. */
const PATIENCE = 3;

/** Each look is work for the machine that is waited for: after the first ones, a tenth of the time that was waited lies between two. */
const LOOK_MS = { least: 15, most: 100 };

/** Asks again until `isDone` says so; fails after `withinMs` of a calm machine with what was seen last. */
export async function until<Value>(
  look: () => Promise<Value>,
  isDone: (value: Value) => boolean,
  withinMs = 20_000,
): Promise<Value> {
  const begunAt = Date.now();
  const deadline = begunAt + PATIENCE * withinMs;
  for (;;) {
    const value = await look();
    if (isDone(value)) return value;
    if (Date.now() > deadline)
      throw new Error(`not in ${withinMs} ms; last seen: ${JSON.stringify(value)?.slice(0, 2_000)}`);
    await wait(Math.min(Math.max(LOOK_MS.least, (Date.now() - begunAt) / 10), LOOK_MS.most));
  }
}
