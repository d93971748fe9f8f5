import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addText,
  type Chat,
  createAgent,
  getUsage,
  type Owner,
  ok,
  publish,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { until } from '../harness/api.ts';
import { openBrowserCaller } from '../harness/browser-caller.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';

// A call is held by one process and goes on in another.

const LONG = Array.from({ length: 12 }, (_, at) => `Sentence number ${at} tells of bikes, and of boats.`).join(' ');

let host: Awaited<ReturnType<typeof startModelServer>>;
let one: ChildServer;
let two: ChildServer;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let environment: Record<string, string>;
let owner: Owner;
let agentId: string;
const folder = mkdtempSync(join(tmpdir(), 'calls-'));

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  host = await startModelServer({ reply: () => LONG, gapMs: 4 });
  environment = { DATA_DIR: folder, DATABASE_URL: made.url, OUTBOUND_ALLOW: host.hostAndPort };
  one = await startChildServer({ ...environment, ROLE: 'web' });
  two = await startChildServer(environment);
  owner = await signUp(two);
  const withModel = await useModelServer(two, owner, host.baseURL, 'slow-tokens');
  agentId = await createAgent(two, owner, (settings) => ({
    ...withModel(settings),
    voice: { ...settings.voice, isEnabled: true, greeting: 'Hello.' },
  }));
  await addText(two, owner, agentId, 'Bikes', 'Tell me about bikes: there are bikes and boats.');
  await publish(two, owner, agentId);
}, 300_000);

afterAll(async () => {
  await Promise.all([one?.kill(), two?.kill()]);
  await host?.close();
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const open = async (chat: Chat) =>
  ok(
    await two.call('POST', `/public/conversations/${chat.conversationId}/calls`, { caller: chat.visitor, body: {} }),
  ) as { callId: string; secret: string };
const callOf = async (chat: Chat) =>
  ok(await two.call('GET', `/v2/conversations/${chat.conversationId}/calls`, { caller: owner.key })).items[0];

test('a process that dies in the middle of an answer costs its caller a sentence, and nothing that was not heard', async () => {
  const chat = await startChat(two, agentId);
  const opened = await open(chat);
  const began = Date.now();
  const caller = await openBrowserCaller(one.origin, 'na', opened);
  await caller.untilListening();
  await caller.say('Tell me about bikes');
  const spoken = await caller.until(() => caller.heard.findLast(({ messageId }) => messageId !== null));
  const messageId = spoken.messageId as string;
  // Long enough that the signs of life count.
  await caller.until(() => caller.heardOf(messageId).includes('number 3'));
  await wait(Math.max(0, 7_000 - (Date.now() - began)));
  const before = caller.heard.at(-2) as { to: number };
  const secret = caller.nextSecret();
  await one.kill();
  await caller.until(() => caller.closedWith() !== null);
  const heldMs = Date.now() - began;
  const lostAt = Date.now();

  const again = await openBrowserCaller(two.origin, 'na', { callId: opened.callId, secret });
  again.tell({ type: 'resume', messageId: messageId as never, to: before.to });
  const first = await again.until(() => again.messages.find((message) => message.type === 'say'));
  expect(Date.now() - lostAt).toBeLessThan(4_000);
  // It goes on where it was: the sentence that was cut is said again, nothing before it.
  expect(LONG.indexOf(first.text)).toBeGreaterThanOrEqual(before.to - 1);
  expect(LONG.indexOf(first.text)).toBeLessThan(before.to + 60);
  const againAt = Date.now();
  await again.untilSpoken('number 5');
  again.hangUp();
  const call = await until(
    () => callOf(chat),
    ({ state }) => state === 'ended',
  );
  const heard = (heldMs + Date.now() - againAt) / 1_000;
  expect(call.seconds).toBeLessThanOrEqual(Math.ceil(heard));
  expect(call.seconds).toBeGreaterThanOrEqual(heard - 7);
  expect((await getUsage(two, owner)).heldTokens).toBe(0);
  // The secret of the first connection opens nothing.
  await expect(openBrowserCaller(two.origin, 'na', { callId: opened.callId, secret: opened.secret })).rejects.toThrow();
  one = await startChildServer({ ...environment, ROLE: 'web' });
});

test('a process that is told to end hands its calls over at once', async () => {
  const chat = await startChat(two, agentId);
  const opened = await open(chat);
  const caller = await openBrowserCaller(one.origin, 'na', opened);
  await caller.untilListening();
  const secret = caller.nextSecret();
  const stopping = one.stop();
  await caller.until(() => caller.closedWith() !== null, 5_000);
  expect(caller.closedWith()).toBe(1012);
  const again = await openBrowserCaller(two.origin, 'na', { callId: opened.callId, secret });
  await again.say('Tell me about bikes');
  await again.untilSpoken('Sentence number 0');
  again.hangUp();
  await until(
    () => callOf(chat),
    ({ state }) => state === 'ended',
  );
  await stopping;
  one = await startChildServer({ ...environment, ROLE: 'web' });
});

test('a caller who does not come back is charged up to the last sign of them, and their line is free within 20 seconds', async () => {
  await made.database.unscoped.execute(sql`update limit_uses set max = 1 where key = 'maxConcurrentCalls'`);
  const chat = await startChat(two, agentId);
  const opened = await open(chat);
  const caller = await openBrowserCaller(one.origin, 'na', opened);
  await caller.untilListening();
  await wait(6_000);
  await one.kill();
  const other = await startChat(two, agentId);
  const path = `/public/conversations/${other.conversationId}/calls`;
  const diedAt = Date.now();
  expect((await two.call('POST', path, { caller: other.visitor, body: {} })).body.code).toBe('lines_busy');
  await until(
    () => two.call('POST', path, { caller: other.visitor, body: {} }),
    ({ status }) => status === 201,
    25_000,
  );
  expect(Date.now() - diedAt).toBeLessThan(20_000);
  const call = await until(
    () => callOf(chat),
    ({ state }) => state === 'ended',
    30_000,
  );
  expect(call).toMatchObject({ endReason: 'lost' });
  expect(call.seconds).toBeGreaterThan(3);
  expect(call.seconds).toBeLessThanOrEqual(Math.ceil((diedAt - Date.parse(call.startedAt)) / 1_000));
});
