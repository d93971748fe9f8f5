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
import { freePort } from '../harness/free-port.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { makeCallers } from '../harness/relay-callers.ts';
import { startRelayServer } from '../harness/relay-server.ts';

// A call is held by one process and goes on in another.

const LONG = Array.from({ length: 12 }, (_, at) => `Sentence number ${at} tells of bikes, and of boats.`).join(' ');

/** Of the installation: what stands before its processes leads to one that lives. */
const PUBLIC_URL = 'https://app.example.test';

let twilio: Awaited<ReturnType<typeof startRelayServer>>;
let host: Awaited<ReturnType<typeof startModelServer>>;
let one: ChildServer;
let two: ChildServer;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let environment: Record<string, string>;
let owner: Owner;
let agentId: string;
const folder = mkdtempSync(join(tmpdir(), 'calls-'));

const start = async (more: Record<string, string> = {}) =>
  startChildServer({ ...environment, ...more, PORT: String(await freePort()) });

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  host = await startModelServer({ reply: () => LONG, gapMs: 4 });
  twilio = await startRelayServer();
  const phone = { PUBLIC_URL, TWILIO_API_URL: twilio.url, SECRET_KEY: 'calls-0123456789abcdefghijklmnopqrstuvwxyz' };
  environment = { DATA_DIR: folder, DATABASE_URL: made.url, OUTBOUND_ALLOW: host.hostAndPort, ...phone };
  one = await start({ ROLE: 'web' });
  two = await start();
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
  await twilio?.close();
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
  one = await start({ ROLE: 'web' });
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
  one = await start({ ROLE: 'web' });
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

test('on the telephone a process that dies in the middle of an answer loses neither the caller nor a charge', async () => {
  await made.database.unscoped.execute(sql`update limit_uses set max = null`);
  let alive = await start({ ROLE: 'web' });
  const reach = (url: string) =>
    url
      .replace(PUBLIC_URL, alive.origin)
      .replace(PUBLIC_URL.replace('https', 'wss'), alive.origin.replace('http', 'ws'));
  const callers = makeCallers(twilio, { reach, faster: 1 });
  callers.speak(60);
  const number = twilio.addNumber();
  const account = { accountSid: number.account.sid, authToken: number.account.token };
  const body = { account, number: number.number, agentId };
  ok(await two.call('POST', `/v2/workspaces/${owner.uid}/phone-numbers`, { caller: owner.key, body }));

  const began = Date.now();
  const one = await callers.call(number, '+12025550188');
  await until(
    async () => one.heard(),
    (heard) => heard !== '',
  );
  await one.says('Tell me about bikes');
  await until(
    async () => one.heard(),
    (heard) => heard.includes('number 0'),
  );
  const dying = alive;
  alive = two;
  const before = one.heard().length;
  const diedAt = Date.now();
  await dying.kill();
  // The caller is still on the line, and is answered by the other one.
  await until(
    async () => one.seen.setups.length,
    (setups) => setups === 2,
    10_000,
  );
  expect(Date.now() - diedAt).toBeLessThan(4_000);
  await one.says('Tell me about boats');
  await until(
    async () => one.heard().slice(before),
    (heard) => heard.includes('number 0'),
  );
  one.hangUp();
  const list = async () =>
    ok(await two.call('GET', `/v2/workspaces/${owner.uid}/calls?channel=phone`, { caller: owner.key }));
  const { items } = await until(list, (found) => found.items[0]?.state === 'ended');
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ channel: 'phone', caller: '+12025550188', endReason: 'caller' });
  expect(items[0].seconds).toBeLessThanOrEqual(Math.ceil((Date.now() - began) / 1_000));
  const { rows } = await made.database.unscoped.execute(
    sql`select id from credit_holds where state = 'held' and id like ${`call:${items[0].id}:%`}`,
  );
  expect(rows).toEqual([]);
  callers.stop();
});

test('on the telephone a process that dies while somebody is rung up loses neither the caller nor a charge', async () => {
  let alive = await start({ ROLE: 'web' });
  const reach = (url: string) =>
    url
      .replace(PUBLIC_URL, alive.origin)
      .replace(PUBLIC_URL.replace('https', 'wss'), alive.origin.replace('http', 'ws'));
  const callers = makeCallers(twilio, { reach, faster: 1 });
  callers.speak(20);
  const number = twilio.addNumber();
  const account = { accountSid: number.account.sid, authToken: number.account.token };
  const numbers = `/v2/workspaces/${owner.uid}/phone-numbers`;
  const body = { account, number: number.number, agentId };
  const { id } = ok(await two.call('POST', numbers, { caller: owner.key, body }));
  ok(await two.call('POST', `${numbers}/${id}`, { caller: owner.key, body: { transferTo: '+12025550177' } }));
  const one = await callers.call(number, '+12025550189');
  await until(
    async () => one.heard(),
    (heard) => heard !== '',
  );
  const list = async () =>
    ok(await two.call('GET', `/v2/workspaces/${owner.uid}/calls?channel=phone`, { caller: owner.key })).items[0];
  /** Asked of one process while the other holds the call. */
  const putThrough = async (times: number) => {
    const { conversationId, id: callId } = await list();
    ok(await two.call('POST', `/v2/conversations/${conversationId}/calls/${callId}/transfer`, { caller: owner.key }));
    await until(
      async () => one.seen.forwards.length,
      (rung) => rung === times,
    );
  };
  await putThrough(1);
  const ringing = await list();
  expect(ringing).toMatchObject({ state: 'transferring', transferredTo: '+12025550177' });
  const dying = alive;
  alive = two;
  await dying.kill();
  await wait(2_000);
  const before = one.heard().length;
  await one.forwarded('no-answer');
  await until(
    async () => one.heard().slice(before),
    (heard) => heard.includes('Nobody answers'),
  );
  const back = Date.now();
  await one.says('Tell me about boats');
  await until(
    async () => one.heard().slice(before),
    (heard) => heard.includes('number 0'),
  );
  await putThrough(2);
  const talkedFor = (Date.now() - back) / 1_000;
  await wait(1_500);
  await one.taken();
  const ended = await until(list, ({ state }) => state === 'ended');
  expect(ended).toMatchObject({ endReason: 'transferred' });
  // Neither what it rang nor what they talk is charged.
  expect(ended.seconds).toBeLessThanOrEqual(ringing.seconds + talkedFor + 1);
  const { rows } = await made.database.unscoped.execute(
    sql`select id from credit_holds where state = 'held' and id like ${`call:${ended.id}:%`}`,
  );
  expect([rows, one.seen.errors]).toEqual([[], []]);
  callers.stop();
});
