import { describe, expect, onTestFinished, test } from 'vitest';
import {
  addText,
  createAgent,
  ok,
  publish,
  send,
  settledMessages,
  signUp,
  startChat,
  untilRead,
} from '../factories/api-factory.ts';
import { startTestApi } from '../harness/api.ts';
import { openJourneyDatabases } from '../harness/database.ts';

const texts = {
  'Price list': 'product: Wheat roll | price: 0.60\nproduct: Rye bread | price: 4.20\nproduct: Croissant | price: 1.90',
  Delivery: 'We deliver on weekdays. Delivery costs 3.50 euros and is free above 45 euros.',
  Ingredients: 'Our rye bread is made with sourdough, rye flour, water and salt.',
};

describe.each(await openJourneyDatabases())('a question after another on $name', ({ database }) => {
  test('is answered by itself where it stands alone, and together with the one that it leans on', async () => {
    const api = await startTestApi(database);
    onTestFinished(api.stop);
    const owner = await signUp(api);
    const agentId = await createAgent(api, owner);
    for (const [title, text] of Object.entries(texts))
      await untilRead(api, owner, agentId, await addText(api, owner, agentId, title, text));
    await publish(api, owner, agentId);
    const chat = await startChat(api, agentId);
    const ask = async (question: string) => {
      await send(api, chat, question);
      const { id, text, isUnknown } = (await settledMessages(api, owner, chat)).findLast(
        ({ role }) => role === 'agent',
      )!;
      const path = `/v2/conversations/${chat.conversationId}/messages/${id}/trace`;
      const { question: searched } = ok(await api.call('GET', path, { caller: owner.caller })) as { question: string };
      return { text, isUnknown, searched };
    };

    expect((await ask('How much is rye bread?')).text).toMatch(/^Rye bread: price 4\.20\. \[\d\]$/);
    const gluten = await ask('Do you have gluten free bread?');
    expect(gluten).toMatchObject({ isUnknown: true, searched: 'Do you have gluten free bread?' });
    expect(gluten.text).not.toMatch(/4\.20|45 euros|rye/i);

    await ask('How much is rye bread?');
    const croissant = await ask('And the croissant?');
    expect(croissant.text).toMatch(/^Croissant: price 1\.90\. \[\d\]$/);
    expect(croissant.searched).toBe('How much is rye bread?\nAnd the croissant?');
  });
});
