import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { follow } from '../factories/takeover-factory.ts';
import { amount } from '../harness/amounts.ts';
import type { ChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startServersWithAgent } from './load/servers-with-agent.ts';

const SKEW_SECONDS = 300;
/** Longer than the sweep for dead workers' replies waits (3 s), in the long run longer than a lease (15 s). */
const REPLY_MS = amount(20_000, 6_000);
const WORD_MS = 50;
const REPLY = Array.from({ length: REPLY_MS / WORD_MS }, (_, at) => `w${at}`).join(' ');
/** Exports of a workspace a minute: `conversations.routes.ts`. */
const EXPORTS_MOST = 10;

let host: Awaited<ReturnType<typeof startModelServer>>;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let world: Awaited<ReturnType<typeof startServersWithAgent>>;

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  host = await startModelServer({ reply: () => REPLY, gapMs: WORD_MS });
  const clock = (seconds: number) => ({
    LD_PRELOAD: '/usr/$LIB/faketime/libfaketime.so.1',
    FAKETIME: `${seconds > 0 ? '+' : ''}${seconds}s`,
    // Clocks that only count on are right everywhere.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
    OUTBOUND_ALLOW: host.hostAndPort,
    RATE_LIMIT_FACTOR: '1',
  });
  world = await startServersWithAgent(made.url, [clock(SKEW_SECONDS), clock(-SKEW_SECONDS)], {
    model: { baseURL: host.baseURL, name: 'slow-tokens' },
  });
}, 300_000);

afterAll(async () => {
  await world?.stop();
  await host?.close();
  await made?.drop();
});

test('clocks of two processes are ten minutes apart: each reply is written once, by the one that began it', async () => {
  const { servers, owner, agentId } = world;
  for (const [at, { origin }] of servers.entries()) {
    const said = Date.parse((await fetch(`${origin}/livez`)).headers.get('date') ?? '');
    expect(Math.abs(said - Date.now() - (at === 0 ? 1 : -1) * SKEW_SECONDS * 1_000)).toBeLessThan(5_000);
  }
  const before = host.requests.length;
  const asked = await Promise.all(
    servers.map(async (server) => {
      const chat = await startChat(server, agentId);
      const reader = await follow(server.origin, chat);
      const { replyId } = ok(await send(server, chat, 'What does an electric bike cost?'));
      return { chat, reader, replyId };
    }),
  );
  for (const { chat, reader, replyId } of asked) {
    await reader.until(({ event }) => event === 'done' || event === 'error', REPLY_MS + 20_000);
    const messages = await settledMessages(servers[0] as ChildServer, owner, chat);
    expect(messages.find(({ id }) => id === replyId)).toMatchObject({ state: 'complete', text: REPLY });
    const told = reader.frames.filter(({ event }) => event !== 'delta').map(({ event, data }) => data.status ?? event);
    expect(told.filter((what) => what === 'restarted')).toEqual([]);
    expect(told.filter((what) => what === 'done')).toHaveLength(1);
    await reader.leave();
  }
  expect(host.requests).toHaveLength(before + asked.length);
}, 300_000);

test('what is allowed in a minute is allowed once, by whichever clock it is asked', async () => {
  const { servers, owner } = world;
  // All within one window of the database's clock.
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 10_000) await wait(left);
  const statuses: number[] = [];
  for (let at = 0; at < 2 * EXPORTS_MOST + 2; at += 1) {
    const path = `/v2/workspaces/${owner.uid}/conversations/export?format=jsonl`;
    const { status } = await (servers[at % 2] as ChildServer).call('GET', path, { caller: owner.key });
    statuses.push(status);
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(EXPORTS_MOST);
  expect(statuses.filter((status) => status === 429)).toHaveLength(EXPORTS_MOST + 2);
}, 120_000);
