import { sql } from 'drizzle-orm';
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
import { startTestApi, until } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';
import { startModelServer } from '../harness/openai-compatible-server.ts';

describe.each(await openJourneyDatabases())(
  'a conversation erased while its reply is written, on $name',
  async ({ database }) => {
    const host = await startModelServer({
      gapMs: 60,
      reply: () => 'one two three four five six seven eight nine ten eleven twelve',
    });
    const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort });
    afterAll(async () => {
      await api.stop();
      await host.close();
    });

    test('is gone, and the server answers the next one as if nothing had been', async () => {
      const owner = await signUp(api);
      const agentId = await createAgent(api, owner, await useModelServer(api, owner, host.baseURL, 'slow-tokens'));
      await publish(api, owner, agentId);
      const chat = await startChat(api, agentId);
      ok(await send(api, chat, 'Tell me a long story'));
      await until(
        async () =>
          ok(await api.call('GET', `/v2/conversations/${chat.conversationId}`, { caller: owner.key })).transcript.at(
            -1,
          ),
        (message) => message.state === 'streaming',
      );
      ok(await api.call('DELETE', `/v2/conversations/${chat.conversationId}`, { caller: owner.key }));
      const answer = await api.call('GET', `/v2/conversations/${chat.conversationId}`, { caller: owner.key });
      expect(answer.status).toBe(404);
      const next = await startChat(api, agentId);
      ok(await send(api, next, 'Hello'));
      const said = await settledMessages(api, owner, next, 30_000);
      expect(said.at(-1)).toMatchObject({ role: 'agent', state: 'complete' });
      // What was written is charged once at most, and nothing of it is kept.
      const charged = (await getUsage(api, owner)).items.filter((item) => item.conversationId === chat.conversationId);
      expect(charged.length).toBeLessThanOrEqual(1);
      for (const table of ['messages', 'conversation_events']) {
        const { rows } = await database.unscoped.execute(
          sql`select 1 from ${sql.identifier(table)} where conversation_id = ${chat.conversationId}`,
        );
        expect(rows, table).toEqual([]);
      }
    }, 300_000);
  },
);
