import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// What the agent did not know, or said wrongly, is taught: from the list of unanswered questions, and under an answer.

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

const open = (page: Page, id: string, at: string) => page.goto(`${server.origin}/app/na/agents/${id}/${at}`);

async function ask(request: APIRequestContext, id: string, text: string) {
  const api = `${server.origin}/api/na/public`;
  const started = await (await request.post(`${api}/agents/${id}/conversations`, { data: {} })).json();
  const { conversationId, visitorToken } = started;
  const headers = { authorization: `Bearer ${visitorToken}` };
  await request.post(`${api}/conversations/${conversationId}/messages`, {
    headers,
    data: { id: crypto.randomUUID(), text },
  });
  await expect
    .poll(
      async () => {
        const { messages } = await (await request.get(`${api}/conversations/${conversationId}`, { headers })).json();
        return messages.at(-1).role === 'agent' && messages.length > 1;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  return conversationId as string;
}

test('a question that stands on its own is answered by itself after another, and one that leans takes its subject', async ({
  page,
}) => {
  const owner = await signUpOwner(page.request, server.origin, 'bakery@example.com');
  const id = await createAgent(owner, 'Prices', 'product: Rye bread | price: 4.20\nproduct: Croissant | price: 1.90');
  const texts = {
    Delivery: 'We deliver on weekdays. Delivery costs 3.50 euros and is free above 45 euros.',
    Ingredients: 'Our rye bread is made with sourdough, rye flour, water and salt.',
  };
  for (const [title, text] of Object.entries(texts))
    await owner.call('post', `/v2/agents/${id}/knowledge`, { kind: 'text', title, text });
  await expect
    .poll(async () => {
      const { items } = await owner.call('get', `/v2/agents/${id}/knowledge`);
      return items.every(({ state }: { state: string }) => state === 'SUCCESS');
    })
    .toBe(true);
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/na/prototype/${id}`);
  const answers = page.locator('.chat-message-agent[data-state=complete]');
  const ask = async (text: string, number: number) => {
    await page.getByRole('textbox').fill(text);
    await page.getByRole('textbox').press('Enter');
    await expect(answers).toHaveCount(number);
    return answers.last();
  };
  await expect(await ask('How much is rye bread?', 2)).toContainText('4.20');
  await expect(await ask('Do you have gluten free bread?', 3)).toContainText('I do not know');
  await ask('How much is rye bread?', 4);
  await expect(await ask('And the croissant?', 5)).toContainText('1.90');
});

test('a question that was asked in vain is listed once, dismissed, put back and taught; an answer is corrected', async ({
  page,
  request,
}) => {
  const mara = await signUpOwner(page.request, server.origin, addressFor('mara'));
  const id = await createAgent(mara, 'Prices', prices);
  await mara.call('post', `/v2/agents/${id}/publish`, {});
  await ask(request, id, 'Who won the chess championship?');
  await ask(request, id, 'who won the CHESS championship');
  await ask(request, id, 'I want to talk to a person please');
  const priced = await ask(request, id, 'What does an electric bike cost?');

  await open(page, id, 'kb?view=unanswered');
  const rows = page.getByRole('table', { name: 'Unanswered questions' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  const row = rows.nth(1);
  await expect(row).toContainText('CHESS');
  await expect(row.getByRole('cell').nth(1)).toHaveText('2');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Dismiss' }).click();
  await expect(page.getByText('Nothing is unanswered.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.getByRole('link', { name: /^Add an answer/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Add an answer' });
  await expect(drawer.getByLabel('Questions')).toHaveValue('who won the CHESS championship');
  await drawer.getByRole('textbox', { name: 'Answer' }).fill('Nobody of our shop.');
  await drawer.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('Nothing is unanswered.')).toBeVisible();

  await open(page, id, `convos?convo=${priced}`);
  await page.getByRole('button', { name: 'Correct this answer' }).click();
  const correction = page.getByRole('dialog', { name: 'Correct this answer' });
  await expect(correction.getByLabel('Questions')).toHaveValue('What does an electric bike cost?');
  await expect(correction.getByRole('textbox', { name: 'Answer' })).toHaveValue(/28 euros/);
  await correction.getByRole('textbox', { name: 'Answer' }).fill('30 euros a day, helmet included.');
  await correction.getByRole('button', { name: 'Save answer' }).click();
  await expect(correction.getByRole('region', { name: 'Before' })).toContainText('28 euros');
  await expect(correction.getByRole('region', { name: 'After' })).toContainText('30 euros a day, helmet included.', {
    timeout: 40_000,
  });
});
