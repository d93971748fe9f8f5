import { newMessageId } from '@antiphon/contract/ids';
import { afterAll, describe, expect, test } from 'vitest';
import {
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
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

describe.each(await openJourneyDatabases())('messages that come at once, on $name', async ({ database }) => {
  // Says what it was asked, so that a mixed-up conversation shows.
  const host = await startModelServer({
    reply: (messages) =>
      `You asked: ${messages
        .filter(({ role }) => role === 'user')
        .map(({ content }) => content)
        .join(' / ')}`,
    gapMs: 5,
  });
  const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });
  const owner = await signUp(api);
  const agentId = await createAgent(api, owner, await useModelServer(api, owner, host.baseURL, 'slow-tokens'));
  await publish(api, owner, agentId);

  test('one message sent 50 times at once is one message with one reply, charged once', async () => {
    const chat = await startChat(api, agentId);
    const before = await getUsage(api, owner);
    const id = newMessageId();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(api, chat, 'How much is it?', id)));
    expect(new Set(answers.map((answer) => ok(answer).replyId)).size).toBe(1);
    const messages = await settledMessages(api, owner, chat);
    expect(messages.map(({ role }) => role)).toEqual(['agent', 'visitor', 'agent']);
    const after = await getUsage(api, owner);
    expect(before.loadTokens - after.loadTokens).toBe(1);
  });

  test('the same id with another text is refused, and changes nothing', async () => {
    const chat = await startChat(api, agentId);
    const id = newMessageId();
    ok(await send(api, chat, 'How much is it?', id));
    expect(await send(api, chat, 'Something else', id)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });
    expect((await settledMessages(api, owner, chat)).map(({ text }) => text)).not.toContain('Something else');
  });

  test('a burst of ten messages gets few replies, and each message stands in one of them', async () => {
    const chat = await startChat(api, agentId);
    const texts = Array.from({ length: 10 }, (_, index) => `question-${index}`);
    const replyIds = (await Promise.all(texts.map((text) => send(api, chat, text)))).map(
      (answer) => ok(answer).replyId,
    );
    const messages = await settledMessages(api, owner, chat);
    const replies = messages.filter(({ role }) => role === 'agent').slice(1);
    expect(replies.length).toBeLessThanOrEqual(4);
    expect(replies.every(({ state }) => state === 'complete')).toBe(true);
    expect(replyIds.every((id) => replies.some((reply) => reply.id === id))).toBe(true);
    const said = replies.map(({ text }) => text).join(' ');
    expect(texts.filter((text) => !said.includes(text))).toEqual([]);
  });

  test('two conversations at once do not mix', async () => {
    const chats = [await startChat(api, agentId), await startChat(api, agentId)];
    const marks = ['alpha', 'omega'];
    for (let round = 0; round < 3; round++) {
      await Promise.all(chats.map((chat, index) => send(api, chat, `${marks[index]}-${round}`)));
      for (const chat of chats) await settledMessages(api, owner, chat);
    }
    for (const [index, chat] of chats.entries()) {
      const said = (await settledMessages(api, owner, chat)).map(({ text }) => text).join(' ');
      expect(said).toContain(`You asked: ${marks[index]}-0 / ${marks[index]}-1 / ${marks[index]}-2`);
      expect(said).not.toContain(marks[1 - index]);
    }
  });
});
