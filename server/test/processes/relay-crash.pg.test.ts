import { type ChildProcess, spawn } from 'node:child_process';
import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { makeGuardedPost } from '../../src/adapters/guarded-fetch/guarded-post.ts';
import type { Database } from '../../src/db/database.ts';
import { notificationSettings, pushSubscriptions } from '../../src/db/schema/notifications.ts';
import type { Scope } from '../../src/db/scope.ts';
import { emit } from '../../src/domain/events/emit.ts';
import { saveEndpoint } from '../../src/domain/webhooks/save-endpoint.ts';
import { makeWorkspace, secretKey } from '../factories/people.ts';
import { amount } from '../harness/amounts.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';
import { startWebhookReceiver } from '../harness/webhook-receiver.ts';

const program = programOf('./relay-worker-process.ts', import.meta.url);
/** Fewer than the mails that one person may get in an hour: each event is a mail. */
const EVENTS_EACH = 15;

type Counts = Record<'heard' | 'twice' | 'notifications' | 'deliveries' | 'emails' | 'pushJobs' | 'mailJobs', number>;
/** What left the house, by the id that the far end knows it by, and how many of all requests only repeated one. */
type Sent = Record<'webhooks' | 'mails' | 'pushes' | 'repeated', number>;

async function open() {
  const made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 6);
  const { database } = made;
  await database.unscoped.execute(
    sql`create table heard (event_id text not null, worker int not null, at timestamptz not null default now())`,
  );
  await database.unscoped.execute(sql`grant select, insert on heard to app_tenant`);
  const receiver = await startWebhookReceiver();
  const ids = { webhooks: new Set<string>(), mails: new Set<string>(), pushes: new Set<string>() };
  let requests = 0;
  receiver.react(({ id, path, headers }) => {
    requests += 1;
    // What was received is not kept: there is much of it.
    receiver.received.length = 0;
    if (path === '/mail') ids.mails.add(id);
    else if (path.startsWith('/push')) ids.pushes.add(`${path} ${headers.topic}`);
    else ids.webhooks.add(id);
    return { status: 201 };
  });
  const workers: ChildProcess[] = [];
  const start = async (mode: string, fault = '') => {
    const args = [program, made.url, receiver.pair, secretKey, mode, fault];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    workers.push(child);
    await once(child.stdout!, 'data');
    return child;
  };
  const kill = async (child: ChildProcess) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(async () => {
    await Promise.all(workers.map(kill));
    await receiver.close();
    await made.drop();
  });
  const sent = (): Sent => {
    const [webhooks, mails, pushes] = [ids.webhooks.size, ids.mails.size, ids.pushes.size];
    return { webhooks, mails, pushes, repeated: requests - webhooks - mails - pushes };
  };
  return { database, receiver, start, kill, sent };
}

/** People who want to be told of everything, by mail and in a browser, and whose own system listens as well. */
async function makeListeners(database: Database, receiver: { url: string; pair: string }, count: number) {
  const postOut = makeGuardedPost({ allowed: [receiver.pair] });
  const signals = { tell: () => {}, subscribe: () => () => {}, stop: async () => {} };
  const scopes: Scope[] = [];
  for (let at = 0; at < count; at += 1) {
    const { scope, uid, owner } = await makeWorkspace(database);
    scopes.push(scope);
    const member = { scope, userId: owner.userId, permissions: ['credentials.write'] as const, client: null };
    const endpoint = { endpoint: receiver.url, subscribedEvents: ['credits_low' as const] };
    await saveEndpoint({ database, secretKey, postOut, signals }, member, endpoint);
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    await database.transaction(scope, async (tx) => {
      await tx.insert(notificationSettings).values({
        workspaceUid: uid,
        personId: owner.userId,
        notifyThrough: 'all',
        notifyIf: 'all',
      });
      await tx.insert(pushSubscriptions).values({
        workspaceUid: uid,
        personId: owner.userId,
        endpoint: `http://${receiver.pair}/push/${at}`,
        p256dh: keys.getPublicKey('base64url'),
        auth: randomBytes(16).toString('base64url'),
      });
    });
  }
  return scopes;
}

async function emitEach(database: Database, scopes: readonly Scope[], each: number) {
  for (const scope of scopes)
    await database.transaction(scope, async (tx) => {
      for (let usedPercent = 0; usedPercent < each; usedPercent += 1)
        await emit(tx, scope, {
          type: 'credits_low',
          payload: { usedPercent, creditsLeft: 1, creditsGranted: 100, orgId: null },
        });
    });
}

async function one<Row>(database: Database, query: SQL): Promise<Row> {
  const { rows } = (await database.unscoped.execute(query)) as unknown as { rows: Row[] };
  return rows[0]!;
}

const count = (database: Database) =>
  one<Counts>(
    database,
    sql`select (select count(*)::int from heard) as heard,
      (select count(*)::int - count(distinct event_id)::int from heard) as twice,
      (select count(*)::int from notifications) as notifications,
      (select count(*)::int from webhook_deliveries) as deliveries,
      (select count(*)::int from emails) as emails,
      (select count(*)::int from pgboss.job where name = 'push_notification') as "pushJobs",
      (select count(*)::int from pgboss.job where name = 'send_email') as "mailJobs"`,
  );

/** While no worker lives: what the clock does to the work of killed ones, without the wait. Jobs are begun again, and so are mails. */
async function passTime(database: Database) {
  await database.unscoped.execute(
    sql`update pgboss.job set state = 'retry', start_after = now() where state = 'active' and name in ('push_notification', 'send_email')`,
  );
  await database.unscoped.execute(
    sql`update emails set next_attempt_at = now(), lease_until = null where state = 'queued'`,
  );
}

type Plan = { events: number; kills: number; fault?: string; giveUpMs: number };

async function relayThroughKills({ events, kills, fault = '', giveUpMs }: Plan) {
  const { database, receiver, start, kill, sent } = await open();
  const scopes = await makeListeners(database, receiver, events / EVENTS_EACH);
  const begin = () => Promise.all([start('whole', fault), start('whole', fault)]);
  let running = await begin();
  const emitting = emitEach(database, scopes, EVENTS_EACH);
  let killed = 0;
  const until = Date.now() + giveUpMs;
  const isDone = () => Object.values(sent()).filter((one) => one === events).length === 3;
  while (killed < kills && Date.now() < until) {
    await wait(20);
    if (sent().webhooks < ((killed + 1) * events) / (kills + 2)) continue;
    const at = killed % 2;
    await kill(running[at]!);
    running[at] = await start('whole', fault);
    killed += 1;
  }
  await Promise.all(running.map(kill));
  await passTime(database);
  running = await begin();
  await emitting;
  while (!isDone() && Date.now() < until) await wait(50);
  return { ...(await count(database)), sent: sent(), killed };
}

const EVENTS = amount(9_990, 150);
const KILLS = amount(20, 2);
/** What one worker has on its way at a moment: webhooks, mails, push messages. */
const ON_THEIR_WAY = 256 + 4 + 2;

test(`two workers, ${EVENTS} events, ${KILLS} kills: each is heard once, and nothing that is sent is lost or made twice`, async () => {
  const { sent, ...counts } = await relayThroughKills({
    events: EVENTS,
    kills: KILLS,
    giveUpMs: amount(900_000, 90_000),
  });
  console.info(JSON.stringify({ ...counts, sent }));
  expect(counts).toEqual({
    heard: EVENTS,
    twice: 0,
    notifications: EVENTS,
    deliveries: EVENTS,
    emails: EVENTS,
    pushJobs: EVENTS,
    mailJobs: EVENTS,
    killed: KILLS,
  });
  expect(sent).toMatchObject({ webhooks: EVENTS, mails: EVENTS, pushes: EVENTS });
  // Only what was on its way when a worker died is sent again, under its id.
  expect(sent.repeated).toBeLessThanOrEqual((KILLS + 2) * ON_THEIR_WAY);
}, 1_000_000);

test('planted: without a claim two workers hear events twice, and this test tells', async () => {
  const { twice } = await relayOnly({ events: 400, workers: 2, fault: 'no-claim' });
  expect(twice).toBeGreaterThan(0);
}, 300_000);

/** Events that all wait at once, and a listener that takes 10 ms of the database's time, but none of a processor's. */
async function relayOnly({ events, workers, fault = '' }: { events: number; workers: number; fault?: string }) {
  const { database, start } = await open();
  const scopes = await Promise.all(Array.from({ length: 10 }, () => makeWorkspace(database)));
  // Started before there is anything to do: what it takes to start is no figure of the relay.
  await Promise.all(Array.from({ length: workers }, () => start('figures', fault)));
  // All at once, so that they are there before the first is relayed.
  const uids = `{${scopes.map(({ uid }) => uid).join(',')}}`;
  await database.unscoped.execute(
    sql`insert into outbox (id, type, workspace_uid, payload)
      select 'evt_' || n, 'credits_low', (${uids}::text[])[1 + n % 10], '{}' from generate_series(1, ${events}::int) n`,
  );
  const until = Date.now() + 100_000;
  while (Date.now() < until && (await waiting(database)) > 0) await wait(50);
  const figures = await one<{ seconds: number; lagMs: number; twice: number; least: number }>(
    database,
    sql`select extract(epoch from max(relayed_at) - min(relayed_at))::float8 as seconds,
      (percentile_cont(0.95) within group (order by extract(epoch from relayed_at - created_at)) * 1000)::int as "lagMs",
      (select count(*)::int - count(distinct event_id)::int from heard) as twice,
      (select min(n) from (select count(*)::int as n from heard group by worker) as each) as least from outbox`,
  );
  return { ...figures, perSecond: Math.round(events / figures.seconds) };
}

const waiting = async (database: Database) =>
  (await one<{ n: number }>(database, sql`select count(*)::int as n from outbox where relayed_at is null`)).n;

test('two workers relay faster than one', async () => {
  // Enough that neither the last batch of a lane nor a worker that wakes a second later decides.
  const events = amount(5_000, 1_200);
  const [alone, together] = [await relayOnly({ events, workers: 1 }), await relayOnly({ events, workers: 2 })];
  console.info(JSON.stringify({ events, alone, together }));
  expect([alone.twice, together.twice]).toEqual([0, 0]);
  // Both work at the same time. How much faster that is, a machine that does something else besides cannot say.
  expect([alone.least, together.least]).toEqual([events, expect.any(Number)]);
  expect(together.least).toBeGreaterThan(events / 5);
  expect(together.perSecond).toBeGreaterThan(amount(1.2, 0.8) * alone.perSecond);
}, 900_000);
