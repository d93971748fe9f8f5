import { afterAll, describe, expect, test, vi } from 'vitest';
import {
  type Chat,
  createAgent,
  getUsage,
  type Owner,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startTestApi, type TestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { openStream, Reader, readFrames } from '../harness/visitor-stream.ts';

const CUTS = amount(1_000, 40);
const CHATS_AT_ONCE = 20;
const CUTS_A_REPLY_MAX = 60;
/** Cuts fall into every part of the reply, and into the middle of characters. */
const WORDS = ['28 euros', 'a day 👩🏽‍🔧', 'مرحبا', 'naïve', '“quoted”', '\\back', 'a\nb', '你好', '–', '𝒳'];
const REPLY = Array.from({ length: 80 }, (_, index) => `${WORDS[index % WORDS.length]}${index}`).join(' ');

const planted = vi.hoisted(() => ({ hasNoOffsets: false }));
vi.mock('../../src/domain/streams/stream-cursor.rules.ts', async (original) => {
  const real = await original<typeof import('../../src/domain/streams/stream-cursor.rules.ts')>();
  return {
    ...real,
    formatCursor: (cursor: Parameters<typeof real.formatCursor>[0]) =>
      real.formatCursor(planted.hasNoOffsets ? { ...cursor, offset: 0 } : cursor),
  };
});

/** The same cuts in every run. */
function makeDice(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(await openJourneyDatabases())('a visitor whose connection breaks, on $name', async ({ database }) => {
  const host = await startModelServer({ reply: () => REPLY, gapMs: 2 });
  const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  const owner = await signUp(api);
  const agentId = await createAgent(api, owner, await useModelServer(api, owner, host.baseURL, 'slow-tokens'));
  await publish(api, owner, agentId);

  test(`reads the same text to the byte over ${CUTS} random cuts, and each reply is charged once`, async () => {
    const before = await getUsage(api, owner);
    const dice = makeDice(7);
    let cuts = 0;
    let replies = 0;
    while (cuts < CUTS) {
      const chats = await Promise.all(Array.from({ length: CHATS_AT_ONCE }, () => startChat(api, agentId)));
      const results = await Promise.all(chats.map((chat) => readWithCuts(api, owner, chat, dice)));
      expect(results.flatMap((result) => result.faults)).toEqual([]);
      cuts += results.reduce((sum, result) => sum + result.cuts, 0);
      replies += chats.length;
    }
    const after = await getUsage(api, owner);
    console.info(`${cuts} cuts over ${replies} replies of ${Buffer.byteLength(REPLY)} bytes`);
    expect(before.loadTokens - after.loadTokens).toBe(replies);
    expect(after.heldTokens).toBe(0);
  }, 900_000);

  test('planted: a cursor without offsets is found', async () => {
    planted.hasNoOffsets = true;
    try {
      const result = await readWithCuts(api, owner, await startChat(api, agentId), makeDice(1));
      expect(result.faults).not.toEqual([]);
    } finally {
      planted.hasNoOffsets = false;
    }
  }, 300_000);

  test('words that follow each other quickly come together, the first ones at once', async () => {
    const chat = await startChat(api, agentId);
    const left = new AbortController();
    const response = await openStream(api.origin, chat.conversationId, { visitor: chat.visitor, signal: left.signal });
    const { replyId } = ok(await send(api, chat, 'What does it cost?'));
    const reader = new Reader();
    let firstMs = 0;
    const isEnough = ({ event }: { event: string }) => {
      if (event === 'delta') firstMs ||= performance.now();
      return event === 'done';
    };
    const { frames } = await readFrames(response, left, { isEnough });
    const deltas = frames.filter(({ event }) => event === 'delta');
    reader.take(frames);
    expect(reader.texts.get(replyId)).toBe(REPLY);
    expect(deltas[0]?.data.text.length).toBeLessThan(REPLY.length / 4);
    // A frame in 40 ms; one for each of the 80 words would be some forty in that time.
    expect(deltas.length).toBeLessThan((performance.now() - firstMs) / 40 + 4);
  });

  test('Stop ends the reply within a second, what was written stays, and is charged once', async () => {
    const slow = await createAgent(api, owner, await useModelServer(api, owner, host.baseURL, 'stalls'));
    await publish(api, owner, slow);
    const took: number[] = [];
    for (let round = 0; round < 5; round++) took.push(await stopAndMeasure(api, owner, await startChat(api, slow)));
    console.info(`Stop took ${took.map((ms) => Math.round(ms)).join(', ')} ms`);
    expect(Math.max(...took)).toBeLessThan(1_000);
  }, 300_000);
});

async function readWithCuts(api: TestApi, owner: Owner, chat: Chat, dice: (below: number) => number) {
  const { replyId } = ok(await send(api, chat, 'What does it cost?'));
  const reader = new Reader();
  const isEnough = ({ event }: { event: string }) => event === 'done' || event === 'error';
  let cuts = 0;
  let patience = 1;
  while (cuts < CUTS_A_REPLY_MAX) {
    const left = new AbortController();
    const { visitor, conversationId } = chat;
    const { lastEventId } = reader;
    const response = await openStream(api.origin, conversationId, { visitor, lastEventId, signal: left.signal });
    // A frame may be larger than what comes through before the cut: then the next connection lasts longer.
    const bytesMax = (40 + dice(350)) * patience;
    const { frames, wasCut } = await readFrames(response, left, { isEnough, bytesMax });
    reader.take(frames);
    patience = frames.length > 0 ? 1 : patience * 2;
    if (!wasCut) break;
    cuts++;
  }
  const [stored] = (await settledMessages(api, owner, chat)).filter((message) => message.id === replyId);
  const faults: string[] = [];
  if (reader.texts.get(replyId) !== REPLY)
    faults.push(`read ${JSON.stringify(reader.texts.get(replyId))?.slice(0, 300)}`);
  if (stored?.text !== REPLY) faults.push(`stored ${stored?.text.slice(0, 300)}`);
  if (reader.ends.length !== 1) faults.push(`${reader.ends.length} ends`);
  return { cuts, faults };
}

async function stopAndMeasure(api: TestApi, owner: Owner, chat: Chat): Promise<number> {
  const { replyId } = ok(await send(api, chat, 'What does it cost?'));
  const { visitor, conversationId } = chat;
  let askedMs = 0;
  const left = new AbortController();
  const response = await openStream(api.origin, conversationId, { visitor, signal: left.signal });
  const { frames } = await readFrames(response, left, {
    isEnough: ({ event }) => {
      if (event === 'delta' && askedMs === 0) {
        askedMs = performance.now();
        void api.call('POST', `/public/conversations/${conversationId}/stop`, { caller: visitor, body: {} });
      }
      return event === 'done' || event === 'error';
    },
  });
  const ms = performance.now() - askedMs;
  expect(frames.at(-1)).toMatchObject({ event: 'done', data: { messageId: replyId, state: 'stopped' } });
  const [stored] = (await settledMessages(api, owner, chat)).filter((message) => message.id === replyId);
  expect(REPLY.startsWith(stored?.text ?? 'nothing')).toBe(true);
  expect(stored?.credits).toBe(1);
  return ms;
}
