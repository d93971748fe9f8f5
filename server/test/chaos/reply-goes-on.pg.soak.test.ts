import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok, send, settledMessages, startChat } from '../factories/api-factory.ts';
import { follow } from '../factories/takeover-factory.ts';
import type { ChildServer } from '../harness/child-server.ts';
import { startCuttableLine } from '../harness/cuttable-line.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startServersWithAgent } from './load/servers-with-agent.ts';

const WORD_MS = 100;
/** It takes 35 seconds. */
const REPLY = Array.from({ length: 350 }, (_, at) => `${at}é漢😀`).join(' ');
/** Longer than a lease lasts (15 s). */
const AWAY_MS = 22_000;

let host: Awaited<ReturnType<typeof startModelServer>>;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let line: Awaited<ReturnType<typeof startCuttableLine>>;
let world: Awaited<ReturnType<typeof startServersWithAgent>>;

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  host = await startModelServer({ reply: () => REPLY, gapMs: WORD_MS });
  line = await startCuttableLine(Number(new URL(made.url).port));
  const environment = { OUTBOUND_ALLOW: host.hostAndPort };
  const url = `postgres://postgres@127.0.0.1:${line.port}${new URL(made.url).pathname}`;
  world = await startServersWithAgent(url, [environment, environment], {
    model: { baseURL: host.baseURL, name: 'slow-tokens' },
  });
}, 300_000);

afterAll(async () => {
  await world?.stop();
  await host?.close();
  line?.close();
  await made?.drop();
});

test('a reply that is written while the database is away for 22 s goes on, and is stored once', async () => {
  const { servers, owner, agentId } = world;
  const [one] = servers as [ChildServer];
  const chat = await startChat(one, agentId);
  const reader = await follow(one.origin, chat);
  const before = host.requests.length;
  const { replyId } = ok(await send(one, chat, 'What does an electric bike cost?'));
  await reader.until(({ event }) => event === 'delta');
  line.drop();
  await wait(AWAY_MS);
  line.mend();
  await reader.until(({ event }) => event === 'done' || event === 'error', 60_000);
  const messages = await settledMessages(one, owner, chat);
  expect(messages.find(({ id }) => id === replyId)).toMatchObject({ state: 'complete', text: REPLY });
  expect(reader.frames.filter(({ data }) => data.status === 'restarted')).toEqual([]);
  expect(reader.frames.filter(({ event }) => event === 'done')).toHaveLength(1);
  expect(host.requests).toHaveLength(before + 1);
  await reader.leave();
}, 300_000);
