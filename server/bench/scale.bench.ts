// SCALE: a call through the pooler beside a direct one, texts between processes by NOTIFY beside NATS, and how long the database is away when
// its primary is switched off. How long a workspace is not written while it moves.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import pino from 'pino';
import { makeNatsBroker } from '../src/adapters/nats/nats-broker.ts';
import { makePostgresNotify } from '../src/adapters/postgres-notify/postgres-notify.ts';
import type { Database } from '../src/db/database.ts';
import { makeSystemScope } from '../src/db/make-scope.ts';
import { openPostgres } from '../src/db/open-postgres.ts';
import type { Broker } from '../src/domain/streams/streams.ports.ts';
import { createPostgresDatabase } from '../test/harness/postgres-database.ts';
import { startNats } from '../test/harness/start-nats.ts';
import { startPgBouncer } from '../test/harness/start-pgbouncer.ts';
import { postgresCpuMs } from './database-cost.ts';
import { timeFailover } from './failover.ts';
import { timeWorkspaceMove } from './workspace-move.ts';

const CALLS = 10_000;
const SECONDS = 6;
const TEXT = 'x'.repeat(200);
const MANY = { processes: 30, aSecond: 40, text: 'x'.repeat(2_000) };

const postgres = process.env.TEST_DATABASE_URL;
if (!postgres)
  throw new Error('TEST_DATABASE_URL is not set: node scripts/with-postgres.mjs node server/bench/scale.bench.ts');
const { url, database, drop } = await createPostgresDatabase(postgres);
const pooler = await startPgBouncer(postgres);
const nats = await startNats();
const log = pino({ level: 'silent' });

const rank = (all: number[], share: number) =>
  all.sort((one, other) => one - other)[Math.floor(all.length * share)] ?? 0;
const us = (ms: number) => `${Math.round(ms * 1_000)} us`;

async function timeCalls(name: string, of: Database) {
  const scope = makeSystemScope('bench');
  const call = () => of.call(scope, 'scale_probe', ['a']);
  for (let at = 0; at < 500; at += 1) await call();
  const took: number[] = [];
  for (let at = 0; at < CALLS; at += 1) {
    const begun = performance.now();
    await call();
    took.push(performance.now() - begun);
  }
  console.log(`SCALE call ${name}: p50 ${us(rank(took, 0.5))}, p99 ${us(rank(took, 0.99))}`);
}

await database.unscoped.execute(sql`create function scale_probe(uid text, of text) returns json language plpgsql as
  $$ begin return json_build_object('of', of); end $$`);
await database.unscoped.execute(sql`grant execute on function scale_probe to app_system`);
const byTcp = `postgres://postgres@127.0.0.1:${new URL(url).port}${new URL(url).pathname}`;
const direct = await openPostgres('na', byTcp, { visitors: 2 });
const pooled = await openPostgres('na', pooler.urlOf(url), { visitors: 2 }, byTcp);
await timeCalls('direct', direct);
await timeCalls('through PgBouncer', pooled);

const client = new pg.Client(url);
await client.connect();
const backend = (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number;
const natsCpuMs = () => {
  const stat = readFileSync(`/proc/${nats.pid()}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(stat[11]) + Number(stat[12])) * 10;
};
const ways = [
  {
    name: 'NOTIFY',
    cpuMs: () => postgresCpuMs(backend),
    make: (): Broker => {
      const notify = (channel: string, message: string) =>
        direct.unscoped.execute(sql`select pg_notify(${channel}, ${message})`);
      return makePostgresNotify({ url: byTcp, notify, log });
    },
  },
  {
    name: 'NATS',
    cpuMs: natsCpuMs,
    make: () => makeNatsBroker({ urls: nats.urlOf('na'), prefix: 'antiphon.na.bench', log }),
  },
];

/** Every process publishes on a subject of its own, which one other hears. */
async function timeTexts(
  { name, cpuMs, make }: (typeof ways)[number],
  processes: number,
  aSecond: number,
  text: string,
) {
  const all = Array.from({ length: processes }, make);
  while (!all.every((broker) => broker.isUp())) await wait(50);
  const took: number[] = [];
  const hear = (told: string) => took.push(performance.now() - Number(told.slice(0, told.indexOf(' '))));
  for (const [at, broker] of all.entries()) broker.subscribe(`live.c${(at + 1) % processes}`, hear, () => {});
  await Promise.all(all.map((broker) => broker.heard()));
  await wait(1_000);
  const cpu = cpuMs();
  const begun = performance.now();
  let sent = 0;
  while (performance.now() - begun < SECONDS * 1_000) {
    const due = ((performance.now() - begun) / 1_000) * aSecond;
    for (; sent < due; sent += 1)
      for (const [at, broker] of all.entries()) broker.publish(`live.c${at}`, `${performance.now()} ${text}`);
    await wait(5);
  }
  const until = performance.now() + 20_000;
  while (took.length < sent * processes && performance.now() < until) await wait(20);
  const arrived = `${took.length} of ${sent * processes}`;
  console.log(
    `SCALE ${name}, ${processes} x ${aSecond}/s x ${text.length} B: p50 ${rank(took, 0.5).toFixed(1)} ms, p99 ${rank(took, 0.99).toFixed(1)} ms, ` +
      `engine ${((cpuMs() - cpu) / 1_000).toFixed(2)} s of processor in ${SECONDS} s, arrived ${arrived}`,
  );
  await Promise.all(all.map((broker) => broker.stop()));
}

for (const way of ways) await timeTexts(way, 2, 2_500, TEXT);
for (const way of ways) await timeTexts(way, 2, 10_000, TEXT);
for (const way of ways) await timeTexts(way, MANY.processes, MANY.aSecond, MANY.text);
await client.end();
await Promise.all([direct.close(), pooled.close(), pooler.stop(), nats.stop()]);
await drop();
await timeWorkspaceMove(postgres);
await timeFailover();
