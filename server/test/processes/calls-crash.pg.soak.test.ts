import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FunctionCallId } from '@antiphon/contract/ids';
import { expect, test } from 'vitest';
import { messages } from '../../src/db/schema/conversations.ts';
import { functionCalls } from '../../src/db/schema/function-calls.ts';
import { decideAction } from '../../src/domain/function-calls/decide-action.ts';
import { placeCall } from '../../src/domain/function-calls/place-call.ts';
import { makeLiveConversations } from '../../src/domain/streams/live-conversations.ts';
import { bookingAt, makeCallingAgent } from '../factories/function-calls-factory.ts';
import { amount } from '../harness/amounts.ts';
import { until } from '../harness/api.ts';
import { startLoopbackService } from '../harness/loopback-service.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { programOf } from '../harness/program-of.ts';

const program = programOf('./call-worker-process.ts', import.meta.url);
/** Of one conversation. */
const CALLS_EACH = 20;

type Plan = { effects: number; kills: number; honoursKey: boolean; fault?: string };
type Report = {
  kills: number;
  /** At the receiver: under one key more than once, and not at all. */
  twice: number;
  never: number;
  /** Said to be done though they are not, or to be unknown. */
  lies: number;
  unknown: number;
  open: number;
  receipts: number;
};

/** Confirms effects while the worker that sends them is killed again and again, and counts what arrived. */
async function confirmThroughKills({ effects, kills, honoursKey, fault = '' }: Plan): Promise<Report> {
  const { database, url, drop } = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 8);
  const arrived = new Map<string, number>();
  const shop = await startLoopbackService(({ key }) => {
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
    shop.requests.length = 0;
    return { status: 200, body: '{"number":"B-7"}', ms: 5 + (arrived.size % 4) * 10 };
  });
  const worker = startWorker([url, shop.pair, fault]);
  try {
    const { request } = bookingAt(shop.origin);
    const definition = bookingAt(shop.origin, { request: { ...request, honoursIdempotencyKey: honoursKey } });
    const limits = { callsPerConversation: CALLS_EACH, callsPerMinute: 10_000, callsPerDay: 10_000 };
    const { scope, bound, open, newReply } = await makeCallingAgent(database, [definition], limits);
    const deps = { database, live: makeLiveConversations(), functionCalls: { wake: () => {} } };
    const rows = () => database.unscoped.select().from(functionCalls);
    const ids: FunctionCallId[] = [];
    const confirmSome = async (conversation: number) => {
      const conversationId = await open();
      for (let people = 1; people <= CALLS_EACH && ids.length < effects; people += 1) {
        const args = { date: '2026-12-01', people: conversation * 100 + people };
        const wanted = { conversationId, args, bound: bound[0]!, definition, replyId: newReply(), lang: 'en' };
        const placed = await placeCall(deps, scope, wanted, { owner: 'test' });
        if (placed.kind !== 'placed') throw new Error(placed.kind);
        ids.push(placed.call.id);
        await decideAction(deps, scope, {
          ...{ conversationId, callId: placed.call.id, decision: 'confirm', again: false },
        });
      }
    };
    const confirming = (async () => {
      for (let at = 0; ids.length < effects; at += 1) await confirmSome(at);
    })();
    for (let killed = 0; killed < kills; killed += 1) {
      await until(
        async () => (await rows()).filter(isEnded).length,
        (ended) => ended >= ((killed + 1) * effects) / (kills + 2),
        60_000,
      );
      // Somewhere within the calls that are under way.
      await wait((killed * 7) % 20);
      await worker.kill();
    }
    await confirming;
    await until(rows, (all) => !all.some(isOpen), 60_000).catch(() => []);
    const ended = await rows();
    const said = await database.unscoped.select().from(messages);
    const countOf = (id: string) => arrived.get(id) ?? 0;
    return {
      kills,
      twice: ids.filter((id) => countOf(id) > 1).length,
      never: ids.filter((id) => countOf(id) === 0).length,
      lies: ended.filter(({ id, status }) => (status === 'done') !== countOf(id) > 0 && status !== 'unknown').length,
      unknown: ended.filter(({ status }) => status === 'unknown').length,
      open: ended.filter(isOpen).length,
      receipts: said.length,
    };
  } finally {
    await worker.stop();
    await shop.close();
    await drop();
  }
}

const isOpen = ({ status }: { status: string }) => status === 'confirmed' || status === 'running';
const isEnded = ({ status }: { status: string }) => status === 'done' || status === 'unknown' || status === 'failed';

/** Killed and started again at once, as a supervisor does. */
function startWorker(args: string[]) {
  const start = () => spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
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

const EFFECTS = amount(500, 60);
const KILLS = amount(20, 3);

test(`${EFFECTS} confirmed effects, ${KILLS} killed workers: with a system that keeps keys apart, each is done and told once`, async () => {
  const report = await confirmThroughKills({ effects: EFFECTS, kills: KILLS, honoursKey: true });
  console.info(JSON.stringify(report));
  // What arrived twice arrived under one key: the system did it once.
  expect(report).toMatchObject({ kills: KILLS, never: 0, lies: 0, unknown: 0, open: 0, receipts: EFFECTS });
}, 400_000);

test(`${EFFECTS} confirmed effects, ${KILLS} killed workers: none is sent twice, and what nobody knows is told as unknown`, async () => {
  const report = await confirmThroughKills({ effects: EFFECTS, kills: KILLS, honoursKey: false });
  console.info(JSON.stringify(report));
  expect(report).toMatchObject({ kills: KILLS, twice: 0, lies: 0, open: 0, receipts: EFFECTS });
  expect(report.never).toBeLessThanOrEqual(report.unknown);
}, 400_000);

test('planted: a worker that writes the row after the call sends twice, and this test tells', async () => {
  const report = await confirmThroughKills({ effects: 60, kills: 3, honoursKey: false, fault: 'row-after' });
  console.info(JSON.stringify(report));
  expect(report.twice).toBeGreaterThan(0);
}, 200_000);
