import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EVENT_SECRETS, paymentEnvironment } from '../factories/payer-factory.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { freePort } from './free-port.ts';
import { startPaymentsStandIn } from './payments-stand-in.ts';
import { startCaddy } from './start-caddy.ts';
import { startNats } from './start-nats.ts';
import { startPatroni } from './start-patroni.ts';
import { startPgBouncer } from './start-pgbouncer.ts';

/** The region's first database and the further one, between which workspaces move. */
const CELLS = ['main', 'two'] as const;

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * All of `docs/scale-out.md` on one machine: three PostgreSQL under Patroni with etcd and HAProxy, PgBouncer before them, NATS, two
 * cells, two processes that answer and one that works, Caddy in front, and the stand-in of the payment provider. `environment` is
 * given to each process beside.
 */
export async function startCluster(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'cluster-'));
  const patroni = await startPatroni();
  const direct = Object.fromEntries(CELLS.map((cell) => [cell, urlOf(patroni.url, cell)])) as Record<Cell, string>;
  const client = new pg.Client(patroni.url);
  await client.connect();
  for (const cell of CELLS) await client.query(`create database ${cell}`);
  await client.end();
  const [pooler, nats, payments] = [await startPgBouncer(patroni.url), await startNats(), await startPaymentsStandIn()];
  const [front, ...ports] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const origin = `http://localhost:${front}`;
  const settings = {
    DATA_DIR: folder,
    DATABASE_POOLER: 'transaction',
    DATABASE_URL: pooler.urlOf(direct.main),
    DATABASE_DIRECT_URL: direct.main,
    CELL_URLS: `two=${pooler.urlOf(direct.two)}`,
    CELL_DIRECT_URLS: `two=${direct.two}`,
    BROKER_URL: nats.urlOf('na'),
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '1',
    ...paymentEnvironment(payments),
    ...environment,
  };
  const start = (ROLE: string, port: number | undefined) => startChildServer({ ...settings, ROLE, PORT: String(port) });
  // The first one makes the tables of both cells.
  const processes: ChildServer[] = [];
  for (const [at, role] of ['worker', 'web', 'web'].entries()) processes.push(await start(role, ports[at]));
  const proxy = await startCaddy({ origins: processes.slice(1).map((web) => web.origin), plainPort: front });
  for (const [kind, [secret]] of Object.entries(EVENT_SECRETS))
    await payments.knob('endpoints', { kind, url: `${origin}/api/na/stripe/events/${kind}`, secret, isOnly: true });
  return {
    origin,
    webs: processes.slice(1),
    settings,
    direct,
    patroni,
    nats,
    payments,
    async stop() {
      await proxy.stop();
      await Promise.all(processes.map((one) => one.stop()));
      await Promise.all([pooler.stop(), nats.stop(), payments.stop()]);
      await patroni.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Cell = (typeof CELLS)[number];

const urlOf = (server: string, database: string) => {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
};
