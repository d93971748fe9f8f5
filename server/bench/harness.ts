import { once } from 'node:events';
import type http from 'node:http';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import { serve } from '@hono/node-server';
import pino from 'pino';
import { startRegion } from '../src/app.ts';
import type { GivenParts } from '../src/app-beside.ts';
import type { Database } from '../src/db/database.ts';
import { makeScope } from '../src/db/make-scope.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import { fromCredits } from '../src/domain/billing/credits.rules.ts';
import { grantCredits } from '../src/domain/billing/grant-credits.ts';
import { makeServer } from '../src/http/server.ts';
import { mountSockets } from '../src/http/sockets.ts';
import { readSettings } from '../src/settings.ts';

export type BenchServer = { origin: string; database: Database; stop(): Promise<void> };

/** The real server of region `na` in this process, on this PostgreSQL database. */
export async function startBenchServer(
  databaseUrl: string,
  dataDir: string,
  given: GivenParts = {},
  more: Record<string, string> = {},
): Promise<BenchServer> {
  const settings = readSettings({
    NODE_ENV: 'test',
    SECRET_KEY: 'only-for-benchmarks-0123456789-abcdef',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_FACTOR: '100000',
    REGIONS: 'na',
    ...more,
  });
  const log = pino({ level: 'error' });
  const shutdown = new AbortController();
  const database = await openPostgres('na', databaseUrl, { visitors: 20 });
  const region = await startRegion(settings, 'na', log, shutdown.signal, { database, ...given });
  const app = makeServer({
    openRegion: async () => region,
    regions: ['na'],
    hasRegion: () => true,
    readiness: async () => ({ isServing: true, regions: { na: 'ok' } }),
    rootDomain: settings.PLATFORM_ROOT_DOMAIN,
    contentHost: settings.contentHost,
    site: settings.site,
    paymentsStandIn: null,
    takesCards: false,
    trustedProxies: 0,
    isShuttingDown: () => shutdown.signal.aborted,
    log,
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  mountSockets(server as http.Server, app.fetch, log);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    database,
    async stop() {
      shutdown.abort();
      (server as http.Server).closeAllConnections();
      server.close();
      await region.stop();
    },
  };
}

export type BenchOwner = {
  uid: WorkspaceUid;
  cookie: string;
  // biome-ignore lint/suspicious/noExplicitAny: the answers of any call
  call(method: string, path: string, body?: object): Promise<any>;
};

/** A person with a workspace, signed in. */
export async function signUpOwner({ origin }: BenchServer): Promise<BenchOwner> {
  const api = `${origin}/api/na`;
  const signUp = await fetch(`${api}/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      email: `bench-${crypto.randomUUID()}@example.com`,
      password: 'correct-horse',
      name: 'Bench',
    }),
  });
  const cookie = signUp.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${api}${path}`, {
      method,
      headers: { cookie, origin, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return { uid: (await call('GET', '/v2/me')).uid, cookie, call };
}

/** A published agent with one document that is read and credits for a million turns, ready for visitors. */
export async function makePublishedAgent(server: BenchServer, owner?: BenchOwner): Promise<string> {
  const { uid, call } = owner ?? (await signUpOwner(server));
  const { database } = server;
  const scope = makeScope(uid);
  const grant = { id: 'bench', amountMicro: fromCredits(1_000_000), featureKey: 'bench' };
  await database.transaction(scope, (tx) => grantCredits(tx, scope, grant));
  const { ID } = await call('POST', `/v2/workspaces/${uid}/agents`, { title: 'Bench' });
  await call('POST', `/v2/agents/${ID}/knowledge`, {
    kind: 'text',
    title: 'Opening hours',
    text: 'The shop is open from nine to six on weekdays. On Sundays the shop is closed.',
  });
  for (;;) {
    const { items } = await call('GET', `/v2/agents/${ID}/knowledge`);
    if (items[0].state === 'SUCCESS') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await call('POST', `/v2/agents/${ID}/publish`, {});
  return ID;
}

export const percentile = (values: readonly number[], share: number) => {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
};
