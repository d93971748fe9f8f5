import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addText,
  createAgent,
  getUsage,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  useModelServer,
} from '../factories/api-factory.ts';
import { amount } from '../harness/amounts.ts';
import { startChildServer } from '../harness/child-server.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';
import { createPostgresDatabase } from '../harness/postgres-database.ts';
import { openStream, Reader, readFrames, type StreamFrame } from '../harness/visitor-stream.ts';

const REPLY = Array.from({ length: 40 }, (_, index) => `word${index}`).join(' ');
const isEnd = ({ event }: StreamFrame) => event === 'done' || event === 'error';

type Place = { name: string; environment: Record<string, string>; clear: () => Promise<void> };

async function places(): Promise<Place[]> {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'));
  const found: Place[] = [
    {
      name: 'an embedded folder',
      environment: { DATA_DIR: folder },
      clear: async () => rmSync(folder, { recursive: true, force: true }),
    },
  ];
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return found;
  const { url, drop } = await createPostgresDatabase(server, 2);
  const uploads = mkdtempSync(join(tmpdir(), 'killed-'));
  found.push({
    name: 'PostgreSQL',
    environment: { DATA_DIR: uploads, DATABASE_URL: url },
    clear: async () => {
      await drop();
      rmSync(uploads, { recursive: true, force: true });
    },
  });
  return found.slice(-amount(found.length, 1));
}

// Beside each other: most of the time they wait until what the killed one held is free.
describe.concurrent.each(await places())('kill -9 in the middle of a reply, on $name', ({ environment, clear }) => {
  afterAll(clear);

  test('the conversation is whole, the reply ends, is charged once, and the visitor’s stream goes on', async () => {
    const host = await startModelServer({ reply: () => REPLY, gapMs: 60 });
    const settings = { ...environment, OUTBOUND_ALLOW: host.hostAndPort };
    const first = await startChildServer(settings);
    const owner = await signUp(first);
    const agentId = await createAgent(first, owner, await useModelServer(first, owner, host.baseURL, 'slow-tokens'));
    await addText(first, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
    await publish(first, owner, agentId);
    const chat = await startChat(first, agentId);
    const { visitor, conversationId } = chat;

    const reader = new Reader();
    const { messageId, replyId } = ok(await send(first, chat, 'What does an electric bike cost?'));
    const opened = new AbortController();
    const response = await openStream(first.origin, conversationId, { visitor, signal: opened.signal });
    const seen = await readFrames(response, opened, { isEnough: ({ data }) => data.text?.includes('word5') ?? false });
    await first.kill();
    reader.take(seen.frames);
    expect(reader.texts.get(replyId)).toContain('word5');
    expect(reader.ends).toEqual([]);

    const second = await startChildServer(settings);
    const again = new AbortController();
    const { lastEventId } = reader;
    const resumed = await openStream(second.origin, conversationId, { visitor, lastEventId, signal: again.signal });
    reader.take((await readFrames(resumed, again, { isEnough: isEnd })).frames);
    expect(reader.ends).toMatchObject([{ event: 'done', data: { messageId: replyId, state: 'complete' } }]);
    expect(reader.texts.get(replyId)).toBe(REPLY);

    const messages = await settledMessages(second, owner, chat);
    expect(messages.map(({ id, role, state }) => ({ id, role, state })).slice(1)).toEqual([
      { id: messageId, role: 'visitor', state: 'complete' },
      { id: replyId, role: 'agent', state: 'complete' },
    ]);
    const usage = await getUsage(second, owner);
    expect(usage.items.filter((item) => item.featureKey === 'text_turn')).toMatchObject([
      { amount: 1, conversationId },
    ]);
    expect(usage).toMatchObject({ loadTokens: 749, heldTokens: 0 });
    // Sent once more after the crash, by a widget that never got its 202: nothing happens twice.
    expect(ok(await send(second, chat, 'What does an electric bike cost?', messageId))).toEqual({ messageId, replyId });
    expect(await getUsage(second, owner)).toMatchObject({ loadTokens: 749, heldTokens: 0 });
    await second.stop();
    await host.close();
  }, 900_000);
});
