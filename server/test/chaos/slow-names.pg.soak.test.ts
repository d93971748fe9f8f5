import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Chat, ok, send, startChat } from '../factories/api-factory.ts';
import { follow } from '../factories/takeover-factory.ts';
import type { ChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { startSlowResolver } from '../harness/slow-resolver.ts';
import { startServersWithAgent } from './load/servers-with-agent.ts';

const CHATS = 10;
const LASTS_MS = 30_000;
const NAMES_TAKE_MS = 5_000;
const SLOWER_MAX = 1.5;

let host: Awaited<ReturnType<typeof startModelServer>>;
let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let resolver: Awaited<ReturnType<typeof startSlowResolver>>;
let world: Awaited<ReturnType<typeof startServersWithAgent>>;

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  host = await startModelServer({ reply: () => 'An electric bike costs 28 euros a day, as you asked.', gapMs: 30 });
  resolver = await startSlowResolver();
  const { port, pathname } = new URL(made.url);
  const { port: modelPort } = new URL(host.baseURL);
  world = await startServersWithAgent(
    `postgres://postgres@database.test:${port}${pathname}`,
    [{ OUTBOUND_ALLOW: `model.test:${modelPort}` }],
    {
      ownUrl: made.url,
      model: { baseURL: `http://model.test:${modelPort}/v1`, name: 'slow-tokens' },
      within: resolver.within,
    },
  );
}, 300_000);

afterAll(async () => {
  await world?.stop();
  await Promise.all([host?.close(), resolver?.close()]);
  await made?.drop();
});

test('names take five seconds to be found: turns take no half longer', async () => {
  const [server] = world.servers as [ChildServer];
  const chats = await Promise.all(Array.from({ length: CHATS }, () => startChat(server, world.agentId)));
  const readers = await Promise.all(chats.map((chat) => follow(server.origin, chat)));
  /** From the question to the end of its answer, in each conversation one after the other. */
  const time = async () => {
    const took: number[] = [];
    const begun = Date.now();
    const talk = async (chat: Chat, at: number) => {
      await wait(at * 100);
      while (Date.now() - begun < LASTS_MS) {
        const askedAt = performance.now();
        const { replyId } = ok(await send(server, chat, 'What does an electric bike cost?'));
        const isOver = () =>
          readers[at]?.frames.some(({ event, data }) => event === 'done' && data.messageId === replyId);
        while (!isOver() && performance.now() - askedAt < 30_000) await wait(5);
        took.push(performance.now() - askedAt);
        await wait(500);
      }
    };
    await Promise.all(chats.map(talk));
    took.sort((one, other) => one - other);
    return { p95: took[Math.floor(took.length * 0.95)] ?? Number.POSITIVE_INFINITY, count: took.length };
  };
  await time();
  const before = await time();
  const askedBefore = resolver.state.asked.splice(0);
  resolver.state.delayMs = NAMES_TAKE_MS;
  const slow = await time();
  console.log(
    `names slow: p95 ${before.p95.toFixed(0)} -> ${slow.p95.toFixed(0)} ms, ${slow.count} turns, asked for: ${resolver.state.asked}`,
  );
  // Whoever asks for a name anew does wait.
  expect(askedBefore).toContain('model.test');
  expect(slow.p95).toBeLessThan(SLOWER_MAX * before.p95);
  await Promise.all(readers.map((reader) => reader.leave()));
}, 300_000);
