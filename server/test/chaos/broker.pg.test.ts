import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAgent, ok, publish, send, signUp, startChat, useModelServer } from '../factories/api-factory.ts';
import { follow } from '../factories/takeover-factory.ts';
import { until } from '../harness/api.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startNats } from '../harness/start-nats.ts';
import { Reader, type StreamFrame } from '../harness/visitor-stream.ts';

const WORD_MS = 25;
/** Of every width, so that a byte that is missing or doubled shows. */
const replyOf = (seconds: number) =>
  Array.from({ length: (seconds * 1_000) / WORD_MS }, (_, at) => `${at}é漢😀`).join(' ');
let reply = replyOf(8);

let host: Awaited<ReturnType<typeof startModelServer>>;
let nats: Awaited<ReturnType<typeof startNats>>;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let one: ChildServer;
let two: ChildServer;
let agentId: string;
const folder = mkdtempSync(join(tmpdir(), 'broker-'));

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  nats = await startNats();
  host = await startModelServer({ reply: () => reply, gapMs: WORD_MS });
  const environment = {
    ...{ DATA_DIR: folder, DATABASE_URL: made.url, BROKER_URL: nats.urlOf('na') },
    OUTBOUND_ALLOW: host.hostAndPort,
  };
  one = await startChildServer({ ...environment, ROLE: 'web' });
  two = await startChildServer(environment);
  const owner = await signUp(one);
  agentId = await createAgent(one, owner, await useModelServer(one, owner, host.baseURL, 'slow-tokens'));
  await publish(one, owner, agentId);
}, 300_000);

afterAll(async () => {
  await Promise.all([one?.kill(), two?.kill()]);
  await Promise.all([host?.close(), nats?.stop()]);
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
});

type Stream = Awaited<ReturnType<typeof follow>>;
const textOf = ({ frames }: Stream, replyId: string) => {
  const reader = new Reader();
  reader.take(frames);
  return { text: reader.texts.get(replyId) ?? '', ends: reader.ends };
};
const isEnd = ({ event }: StreamFrame) => event === 'done' || event === 'error';
const grows = async (far: Stream, replyId: string) => {
  const had = textOf(far, replyId).text.length;
  await until(
    async () => textOf(far, replyId).text.length,
    (length) => length > had,
    60_000,
  );
};

/** A reply that one process writes and the other shows; `harm` happens in its middle. */
async function readOverHarm(harm: (far: Stream, replyId: string) => Promise<void>) {
  const chat = await startChat(one, agentId);
  const far = await follow(two.origin, chat);
  const { replyId } = ok(await send(one, chat, 'What does an electric bike cost?'));
  await far.until(({ event }) => event === 'delta');
  await harm(far, replyId);
  await far.until(isEnd, 60_000);
  const { text, ends } = textOf(far, replyId);
  expect(text).toBe(reply);
  expect(ends).toHaveLength(1);
  await far.leave();
}

/** What is stored while nothing is heard is shown all the same: here what a visitor wrote. */
async function expectStoredSeen(withinMs: number) {
  const quiet = await startChat(one, agentId);
  const reader = await follow(two.origin, quiet);
  await wait(200);
  const sentAt = Date.now();
  ok(await send(one, quiet, 'Is anybody there?'));
  await reader.until(({ data }) => data.text === 'Is anybody there?', 30_000);
  expect(Date.now() - sentAt).toBeLessThan(withinMs);
  await reader.leave();
}

test('the broker dies for two seconds: texts are whole to the byte, and live three seconds after it is back', async () => {
  reply = replyOf(12);
  await readOverHarm(async (far, replyId) => {
    await nats.kill();
    const [stored] = await Promise.all([expectStoredSeen(3_000), wait(2_000)]);
    expect(stored).toBeUndefined();
    await nats.start();
    const backAt = Date.now();
    await grows(far, replyId);
    expect(Date.now() - backAt).toBeLessThan(3_000);
    // It goes on word by word, not as one text at the end.
    const had = far.frames.length;
    await wait(1_000);
    expect(far.frames.length - had).toBeGreaterThan(3);
  });
}, 300_000);

test('what was told while the broker was away, too late to be looked for, is shown when it is back', async () => {
  // Each is looked at in another tenth of two seconds: of most the last look was before.
  const quiet = await Promise.all(Array.from({ length: 10 }, () => startChat(one, agentId)));
  const readers = await Promise.all(quiet.map((chat) => follow(two.origin, chat)));
  await nats.kill();
  await wait(2_500);
  await Promise.all(quiet.map(async (chat) => ok(await send(one, chat, 'Just before.'))));
  await nats.start();
  const backAt = Date.now();
  for (const reader of readers) await reader.until(({ data }) => data.text === 'Just before.', 5_000);
  expect(Date.now() - backAt).toBeLessThan(3_000);
  await Promise.all(readers.map((reader) => reader.leave()));
}, 300_000);

if (process.env.SOAK)
  test('the broker stands still for 20 seconds: what is stored shows within 15, and texts are live again after it', async () => {
    reply = replyOf(45);
    await readOverHarm(async (far, replyId) => {
      nats.signal('SIGSTOP');
      const stoppedAt = Date.now();
      await expectStoredSeen(15_000);
      await wait(20_000 - (Date.now() - stoppedAt));
      nats.signal('SIGCONT');
      const backAt = Date.now();
      await grows(far, replyId);
      expect(Date.now() - backAt).toBeLessThan(15_000);
    });
  }, 300_000);
