import type { AgentSettings } from '@antiphon/contract/agents';
import { afterAll, describe, expect, test } from 'vitest';
import {
  addText,
  createAgent,
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

describe.each(await openJourneyDatabases())('an embedding model on $name', async ({ database }) => {
  const host = await startModelServer();
  const api = await startTestApi(database, { OUTBOUND_ALLOW: host.hostAndPort });
  afterAll(async () => {
    await api.stop();
    await host.close();
  });

  test("turns what was read and what is asked into vectors, with the key of the agent's own credential", async () => {
    const owner = await signUp(api);
    const withModel = await useModelServer(api, owner, host.baseURL, 'fine');
    const withVectors = (settings: AgentSettings) => ({
      ...withModel(settings),
      knowledge: { ...settings.knowledge, embeddingModel: 'meaning' },
    });
    const agentId = await createAgent(api, owner, withVectors);
    await addText(api, owner, agentId, 'Prices', 'An electric bike costs 28 euros a day.');
    await until(
      async () => host.embedded.flat(),
      (texts) => texts.some((text) => text.includes('28 euros')),
    );
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    await send(api, chat, 'What does an electric bike cost?');
    const messages = await settledMessages(api, owner, chat);
    expect(messages.at(-1)?.text).toContain('28 euros');
    expect(host.embedded.flat()).toContain('What does an electric bike cost?');
  });

  test("are never made on the platform's own key", async () => {
    const owner = await signUp(api);
    const before = host.embedded.length;
    const agentId = await createAgent(api, owner, (settings) => ({
      ...settings,
      knowledge: { ...settings.knowledge, embeddingModel: 'meaning' },
    }));
    await addText(api, owner, agentId, 'Prices', 'A city bike costs 12 euros a day.');
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    await send(api, chat, 'What does a city bike cost?');
    expect((await settledMessages(api, owner, chat)).at(-1)?.text).toContain('12 euros');
    expect(host.embedded.length).toBe(before);
  });
});
