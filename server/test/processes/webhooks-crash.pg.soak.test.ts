import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AgentId, newUserId, newWorkspaceUid } from '@antiphon/contract/ids';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { makeGuardedPost } from '../../src/adapters/guarded-fetch/guarded-post.ts';
import { makeScope } from '../../src/db/make-scope.ts';
import { users } from '../../src/db/schema/identity.ts';
import { workspaces } from '../../src/db/schema/workspaces.ts';
import { emit } from '../../src/domain/events/emit.ts';
import { saveEndpoint } from '../../src/domain/webhooks/save-endpoint.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';
import { type Reaction, startWebhookReceiver } from '../harness/webhook-receiver.ts';

const program = programOf('./webhook-worker-process.ts', import.meta.url);
const SECRET_KEY = 'crash-0123456789abcdefghijklmnopqrstuvwxyz';
const EMITTED_AT_ONCE = 250;

type Plan = { events: number; kills: number; fault?: string; giveUpMs: number };
type Report = { lost: number; twoIds: number; sharedIds: number; forged: number; requests: number; kills: number };

/** Emits events, kills the worker that delivers them with SIGKILL again and again, and counts what arrived. */
async function deliverThroughKills(plan: Plan): Promise<Report> {
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  const receiver = await startWebhookReceiver();
  try {
    const scope = makeScope(newWorkspaceUid());
    const ownerUserId = newUserId();
    await database.unscoped.insert(users).values({ id: ownerUserId, name: 'Olga', email: 'olga@example.com' });
    await database.unscoped
      .insert(workspaces)
      .values({ uid: scope.workspaceUid, ownerUserId, workspaceName: 'Crash', secretHash: 'x', secretLast4: '' });
    const postOut = makeGuardedPost({ allowed: [receiver.pair] });
    const signals = { tell: () => {}, subscribe: () => () => {}, stop: async () => {} };
    const member = { scope, userId: ownerUserId, permissions: ['credentials.write'] as const, client: null };
    const { secret } = await saveEndpoint({ database, secretKey: SECRET_KEY, postOut, signals }, member, {
      endpoint: receiver.url,
      subscribedEvents: ['agent_published'],
    });
    const seen = watch(receiver, secret ?? '');
    const worker = startWorker([url, receiver.pair, SECRET_KEY, plan.fault ?? '']);
    for (let from = 0; from < plan.events; from += EMITTED_AT_ONCE)
      await database.transaction(scope, async (tx) => {
        for (let version = from; version < Math.min(from + EMITTED_AT_ONCE, plan.events); version += 1)
          await emit(tx, scope, {
            type: 'agent_published',
            payload: { agentId: 'agt_crash' as AgentId, version, environment: 'live' },
          });
      });
    let kills = 0;
    const isDone = await until(
      async () => {
        if (kills < plan.kills && seen.taken.size >= ((kills + 1) * plan.events) / (plan.kills + 2)) {
          kills += 1;
          await worker.kill();
        }
        return seen.taken.size === plan.events;
      },
      (done) => done,
      plan.giveUpMs,
    ).catch(() => false);
    await worker.stop();
    return { ...seen.report(plan.events), kills, lost: isDone ? 0 : plan.events - seen.taken.size };
  } finally {
    await receiver.close();
    await drop();
  }
}

/** Fails 30 % of the requests: most by a 500 or a cut connection, some by silence. Always the same for the same seed. */
function watch(receiver: Awaited<ReturnType<typeof startWebhookReceiver>>, secret: string) {
  const taken = new Set<number>();
  const idsOf = new Map<number, Set<string>>();
  let state = 20_261_121;
  let [forged, requests] = [0, 0];
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  receiver.react(({ id, headers, body }): Reaction => {
    requests += 1;
    // What was received is not kept: ten thousand bodies are.
    receiver.received.length = 0;
    let version: number;
    try {
      const told = new Webhook(secret).verify(body, headers as Record<string, string>);
      version = (told as { payload: { version: number } }).payload.version;
    } catch {
      forged += 1;
      return { status: 400 };
    }
    idsOf.set(version, (idsOf.get(version) ?? new Set()).add(id));
    const luck = random();
    if (luck < 0.15) return { status: 500 };
    if (luck < 0.29) return 'cut';
    if (luck < 0.3) return 'hang';
    taken.add(version);
    return { status: 200 };
  });
  return {
    taken,
    report(events: number) {
      const ids = [...idsOf.values()].flatMap((set) => [...set]);
      const twoIds = [...idsOf.values()].filter((set) => set.size > 1).length;
      return { twoIds, sharedIds: ids.length - new Set(ids).size, forged, requests, events };
    },
  };
}

/** Killed and started again at once, as a supervisor does. */
function startWorker(args: string[]) {
  const start = () => spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let child = start();
  const end = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return {
    async kill() {
      await end();
      child = start();
    },
    stop: end,
  };
}

const EVENTS = amount(10_000, 400);
const KILLS = amount(20, 3);

test(`${EVENTS} events, a receiver that fails 30 %, ${KILLS} killed workers: none is lost, each keeps its id, each is signed`, async () => {
  const report = await deliverThroughKills({ events: EVENTS, kills: KILLS, giveUpMs: 500_000 });
  console.info(JSON.stringify(report));
  expect(report).toMatchObject({ lost: 0, twoIds: 0, sharedIds: 0, forged: 0, kills: KILLS });
  expect(report.requests).toBeGreaterThan(1.3 * EVENTS);
}, 900_000);

test('planted: a worker that acknowledges before it sends loses events, and this test tells', async () => {
  const report = await deliverThroughKills({ events: 400, kills: 3, fault: 'acknowledge-first', giveUpMs: 8_000 });
  expect(report.lost).toBeGreaterThan(20);
}, 300_000);
