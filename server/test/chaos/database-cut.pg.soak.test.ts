import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { newMessageId } from '@antiphon/contract/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addText,
  createAgent,
  type Owner,
  publish,
  settledMessages,
  signUp,
  startChat,
} from '../factories/api-factory.ts';
import { follow } from '../factories/takeover-factory.ts';
import { amount } from '../harness/amounts.ts';
import { callerHeaders } from '../harness/api.ts';
import { type ChildServer, startChildServer } from '../harness/child-server.ts';
import { startCuttableLine } from '../harness/cuttable-line.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';

const QUESTION = 'What does an electric bike cost?';
/** Long enough that every query in flight comes to its deadline. */
const AWAY_MS = amount(20_000, 10_000);

let made: Awaited<ReturnType<typeof createPostgresDatabase>>;
let line: Awaited<ReturnType<typeof startCuttableLine>>;
let one: ChildServer;
let two: ChildServer;
let owner: Owner;
let agentId: string;
const folder = mkdtempSync(join(tmpdir(), 'cut-'));

beforeAll(async () => {
  made = await createPostgresDatabase(process.env.TEST_DATABASE_URL ?? '', 4);
  line = await startCuttableLine(Number(new URL(made.url).port));
  const url = `postgres://postgres@127.0.0.1:${line.port}${new URL(made.url).pathname}`;
  const environment = { DATA_DIR: folder, DATABASE_URL: url };
  one = await startChildServer({ ...environment, ROLE: 'web' });
  two = await startChildServer(environment);
  owner = await signUp(one);
  agentId = await createAgent(one, owner, (settings) => settings);
  await addText(two, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
  await publish(one, owner, agentId);
}, 300_000);

afterAll(async () => {
  await Promise.all([one?.kill(), two?.kill()]);
  line?.close();
  await made?.drop();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['drop', 'cut'] as const)(
  'the way to the database is lost (%s): answers come in time, nothing leaves, and the same id goes on',
  async (how) => {
    const chat = await startChat(one, agentId);
    const [near, far] = [await follow(one.origin, chat), await follow(two.origin, chat)];
    const path = `/api/na/public/conversations/${chat.conversationId}/messages`;
    const post = async (id: string) => {
      const begun = Date.now();
      const response = await fetch(`${one.origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...callerHeaders(chat.visitor) },
        body: JSON.stringify({ id, text: QUESTION, fileIds: [] }),
      });
      await response.arrayBuffer();
      return { status: response.status, again: response.headers.get('retry-after'), tookMs: Date.now() - begun };
    };
    // Whoever sends requests here asks all the time.
    for (const { origin } of [one, two]) expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    const id = newMessageId();
    line[how]();
    const awayAt = Date.now();
    const answers = await Promise.all([post(id), ...Array.from({ length: 5 }, () => post(newMessageId()))]);
    for (const { status, again, tookMs } of answers) {
      expect({ status, again }).toEqual({ status: 503, again: expect.stringMatching(/^[1-9]$/) });
      expect(tookMs).toBeLessThan(10_000);
    }
    await wait(Math.max(0, AWAY_MS - (Date.now() - awayAt)));
    for (const { origin } of [one, two]) expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect([near.isOpen(), far.isOpen()]).toEqual([true, true]);
    line.mend();
    const backAt = Date.now();
    let sent = await post(id);
    while (sent.status === 503 && Date.now() - backAt < 10_000) sent = await post(id);
    expect(sent.status).toBe(202);
    for (const reader of [near, far]) await reader.until(({ event }) => event === 'done', 30_000);
    expect([near.isOpen(), far.isOpen()]).toEqual([true, true]);
    // What was sent twice stands once, and was answered once.
    expect((await post(id)).status).toBe(202);
    const messages = await settledMessages(one, owner, chat);
    expect(messages.filter((message) => message.id === id)).toHaveLength(1);
    for (const { frames } of [near, far]) expect(frames.filter(({ data }) => data.id === id)).toHaveLength(1);
    await Promise.all([near.leave(), far.leave()]);
  },
  300_000,
);
