import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  addText,
  type Chat,
  createAgent,
  ok,
  publish,
  send,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { amount } from '../harness/amounts.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startCaddy } from '../harness/start-caddy.ts';
import { openStream, Reader, readFrames, type StreamFrame } from '../harness/visitor-stream.ts';

const STREAMS = amount(200, 12);
/** Written for about five seconds: longer than a process takes to be replaced. */
const REPLY = Array.from({ length: 100 }, (_, at) => `word${at}`).join(' ');
const isEnd = ({ event }: StreamFrame) => event === 'done' || event === 'error';

let host: Awaited<ReturnType<typeof startModelServer>>;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let environment: Record<string, string>;
let stays: ChildServer;
let agentId: string;
const folder = mkdtempSync(join(tmpdir(), 'deploy-'));

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 2);
  host = await startModelServer({ reply: () => REPLY, gapMs: 50 });
  environment = {
    DATA_DIR: folder,
    DATABASE_URL: made.url,
    OUTBOUND_ALLOW: host.hostAndPort,
    DRAIN_SECONDS: '2',
    LOG_LEVEL: 'silent',
  };
  stays = await startChildServer(environment);
  const owner = await signUp(stays);
  agentId = await createAgent(stays, owner, await useModelServer(stays, owner, host.baseURL, 'slow-tokens'));
  await addText(stays, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(stays, owner, agentId);
}, 300_000);

afterAll(async () => {
  await stays?.kill();
  await host?.close();
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Reads as the widget does: whenever the stream ends it goes on with the last id it has, until the reply is done. */
async function readToTheEnd(origin: string, chat: Chat) {
  const reader = new Reader();
  /** From each cut to the next words of the text, in milliseconds. */
  const pauses: number[] = [];
  let isGivenUp = false;
  onTestFinished(() => {
    isGivenUp = true;
  });
  for (let cutAt = 0; ; cutAt = performance.now()) {
    if (isGivenUp) return { reader, pauses };
    const left = new AbortController();
    const response = await openStream(origin, chat.conversationId, {
      visitor: chat.visitor,
      lastEventId: reader.lastEventId,
      signal: left.signal,
    }).catch(() => null);
    if (!response?.ok) {
      await wait(50);
      continue;
    }
    const isNext = ({ event }: StreamFrame) => {
      if (cutAt > 0 && (event === 'delta' || event === 'done')) {
        pauses.push(performance.now() - cutAt);
        cutAt = 0;
      }
      return event === 'done' || event === 'error';
    };
    const { frames } = await readFrames(response, left, { isEnough: isNext });
    reader.take(frames);
    if (frames.some(isEnd)) return { reader, pauses };
    await wait(amount(300, 100));
  }
}

/** Visitors who go on coming while it happens; answers how many calls there were, and which failed. */
function keepCalling(origin: string) {
  const told = { calls: 0, failed: [] as string[] };
  let isOver = false;
  const callAgain = async () => {
    while (!isOver) {
      told.calls += 1;
      const answer = await fetch(`${origin}/api/na/public/agents/${agentId}/conversations`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      }).catch((error: Error) => ({ status: 0, reason: error.cause ?? error }));
      if (answer.status >= 400 || answer.status === 0) told.failed.push(JSON.stringify(answer));
      await wait(20);
    }
  };
  const callers = Array.from({ length: 4 }, callAgain);
  return async () => {
    isOver = true;
    await Promise.all(callers);
    return told;
  };
}

/** Takes one of two processes away in the middle of the replies; waits `patienceMs` for the readers. */
async function deploy(end: (leaving: ChildServer) => Promise<void>, patienceMs: number) {
  const leaving = await startChildServer({ ...environment, ROLE: 'web' });
  const proxy = await startCaddy({ origins: [leaving.origin, stays.origin] });
  try {
    const chats: Chat[] = [];
    for (let n = 0; n < STREAMS; n += 1) chats.push(await startChat(stays, agentId));
    const reading = chats.map((chat) => readToTheEnd(proxy.origin, chat));
    // Half of the replies are written by the process that goes.
    for (const [at, chat] of chats.entries())
      ok(await send(at % 2 ? leaving : stays, chat, 'What does an electric bike cost?'));
    const stopCalling = keepCalling(proxy.origin);
    await wait(500);
    const begun = performance.now();
    await end(leaving);
    const took = performance.now() - begun;
    const read = await Promise.race([Promise.all(reading), wait(patienceMs).then(() => null)]);
    return { ...(await stopCalling()), took, read, pauses: (read ?? []).flatMap(({ pauses }) => pauses) };
  } finally {
    await proxy.stop();
    await leaving.kill();
  }
}

test('a process that is told to stop fails no request, and its streams go on elsewhere within two seconds', async () => {
  const { calls, failed, took, read, pauses } = await deploy((leaving) => leaving.stop(), 60_000);
  expect(failed).toEqual([]);
  expect(calls).toBeGreaterThan(50);
  expect(took).toBeLessThan(30_000);
  expect(read).not.toBeNull();
  for (const { reader } of read ?? []) {
    expect([...reader.texts.values()]).toEqual([REPLY]);
    expect(reader.ends).toHaveLength(1);
  }
  // Those that were at the process that went; the others noticed nothing.
  expect(pauses.length).toBeGreaterThan(0);
  expect(Math.max(...pauses)).toBeLessThan(2_000);
}, 300_000);

test('planted: a process that exits at once is caught', async () => {
  // Replies that it wrote are begun anew only after its leases ended.
  const { failed, read, pauses } = await deploy((leaving) => leaving.kill(), 7_000);
  expect(failed.length > 0 || read === null || Math.max(...pauses) > 2_000).toBe(true);
}, 300_000);
