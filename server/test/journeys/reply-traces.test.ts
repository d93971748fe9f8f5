import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAgent, ok, publish, send, settledMessages, signUp, startChat } from '../factories/api-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

describe.each(await openJourneyDatabases())('traces of replies on $name', ({ database }) => {
  test('stand beside the messages, are read one at a time, and go before the conversation does', async () => {
    const api = await startTestApi(database);
    onTestFinished(api.stop);
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    await send(api, chat, 'When are you open?');
    const messages = await settledMessages(api, owner, chat);
    const reply = messages.findLast((message) => message.role === 'agent')!;
    const read = () =>
      api.call('GET', `/v2/conversations/${chat.conversationId}/messages/${reply.id}/trace`, { caller: owner.caller });
    expect(ok(await read())).toMatchObject({ question: 'When are you open?' });

    const { rows } = await database.unscoped.execute(sql`
      select to_jsonb(m)::text like '%firstTokenMs%' as "isHeavy" from messages m where id = ${reply.id}`);
    expect(rows).toEqual([{ isHeavy: false }]);
    await database.unscoped.execute(sql`delete from reply_traces where message_id = ${reply.id}`);
    expect((await read()).status).toBe(404);
  });

  test('whoever reads a conversation anew without end is told to wait', async () => {
    const api = await startTestApi(database, { RATE_LIMIT_FACTOR: '1' });
    onTestFinished(api.stop);
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    const read = async () =>
      (await api.call('GET', `/public/conversations/${chat.conversationId}`, { caller: chat.visitor })).status;
    const statuses: number[] = [];
    for (let n = 0; n < 121; n++) statuses.push(await read());
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([200]));
    // Even where a new minute began on the way.
    expect(statuses).toContain(429);
  });
});
