import { expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { runSql } from '../world/databases.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, createEmptyAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// What an agent knows, on its page, against the real server: teach, read, search, answer what was asked in vain.

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

const signUp = (page: Page, name: string) => signUpOwner(page.request, server.origin, addressFor(name.toLowerCase()));
const open = (page: Page, id: string, tab: string) => page.goto(`${server.origin}/app/na/agents/${id}/${tab}`);

test('a text is read, its passages are seen, and a search finds it', async ({ page }) => {
  const finn = await signUp(page, 'Finn');
  const id = await createEmptyAgent(finn, 'Harbour Bikes');
  await open(page, id, 'kb');
  await expect(page.getByText('The agent knows nothing yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add knowledge' }).click();
  await page.getByRole('menuitem', { name: 'Text' }).click();
  await page.getByLabel('Title').fill('Prices');
  await page.getByRole('textbox', { name: 'Text' }).fill(prices);
  await page.getByRole('button', { name: 'Add text' }).click();
  const row = page.getByRole('row', { name: /Prices/ });
  await expect(row).toContainText('Ready', { timeout: 30_000 });
  await row.getByRole('link', { name: 'Prices' }).click();
  const drawer = page.getByRole('dialog', { name: 'Prices' });
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Prices / Deposit' })).toContainText('200 euros');
  await expect(drawer).toContainText('English');
  await drawer.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Try a search' }).click();
  await page.getByLabel('Test the agent’s search').fill('deposit of an electric bike');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toContainText('The deposit for an electric bike');
  await expect(page).toHaveURL(/search=deposit/);
});

// Caught here: a text that a busy machine had not read in time could only be changed or deleted.
test('a text that could not be read is read again', async ({ page }) => {
  const rita = await signUp(page, 'Rita');
  const id = await createAgent(rita, 'Prices', prices);
  await runSql(
    server,
    `update knowledge_documents set state = 'ERROR', state_reason = 'It takes too long to read.' where agent_id = '${id}'`,
  );
  await open(page, id, 'kb');
  const row = page.getByRole('row', { name: /Prices/ });
  await expect(row).toContainText('Failed');
  await page.getByRole('button', { name: 'Actions for Prices' }).click();
  await page.getByRole('menuitem', { name: 'Read again' }).click();
  await expect(row).toContainText('Ready', { timeout: 30_000 });
});

test('a website is crawled, its pages are listed inside of it, and one is deleted', async ({ page, shop }) => {
  const kim = await signUp(page, 'Kim');
  const id = await createEmptyAgent(kim, 'Harbour Bikes');
  await open(page, id, 'kb?add=crawl');
  await page.getByLabel('Website address').fill(shop.origin);
  await page.getByRole('button', { name: 'Add website' }).click();
  const site = page.getByRole('row', { name: /127\.0\.0\.1/ });
  await expect(site).toContainText('Ready', { timeout: 30_000 });
  await expect(site).toContainText('4 pages');
  await site.getByRole('link').click();
  await expect(page).toHaveURL(/parent=/);
  await expect(page.getByRole('row', { name: /Page/ })).toHaveCount(4);
  await page.getByRole('button', { name: /^Actions for .*[Rr]epairs/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete document' }).click();
  await expect(page.getByText('Document deleted.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Page/ })).toHaveCount(3);
  await page.getByRole('link', { name: 'All documents' }).click();
  await expect(site).toBeVisible();
});

test('several files are sent at once; the refused one is named and the others stay', async ({ page }) => {
  const mia = await signUp(page, 'Mia');
  const id = await createEmptyAgent(mia, 'Harbour Bikes');
  await open(page, id, 'kb?add=files');
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page
    .locator('input[type=file]')
    .setInputFiles([file('hours.md', '# Hours\n\nOpen from nine.'), file('app.exe', 'MZ'), file('prices.txt', prices)]);
  await expect(page.getByText('app.exe is not a pdf, docx, md, txt, html or csv file.')).toBeVisible();
  await page.getByRole('button', { name: 'Add 2 files' }).click();
  await expect(page.getByRole('row', { name: /hours/ })).toContainText('Ready', { timeout: 30_000 });
  await expect(page.getByRole('row', { name: /prices/ })).toContainText('Ready', { timeout: 30_000 });
});

test('knowledge and versions: a call that fails shows no success, and what was typed stays', async ({ page }) => {
  const nils = await signUp(page, 'Nils');
  const id = await createAgent(nils, 'Prices', prices);
  await nils.call('post', `/v2/agents/${id}/publish`, {});
  await page.route(/\/api\/na\/v2\//, (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({
          status: 500,
          json: { code: 'internal', message: 'Something went wrong.', requestId: 'req-2' },
        }),
  );
  const success = page.getByRole('status').filter({ hasText: /added\.|saved\.|deleted\.|restored/ });
  const failed = async (title: string) => {
    await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible();
    await expect(success).toHaveCount(0);
  };
  await open(page, id, 'kb?add=text');
  await page.getByLabel('Title').fill('Mine');
  await page.getByRole('textbox', { name: 'Text' }).fill('Some text');
  await page.getByRole('button', { name: 'Add text' }).click();
  await failed('Failed to add text.');
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Some text');

  await open(page, id, 'kb?add=url');
  await page.getByLabel('Address', { exact: true }).fill('example.com');
  await page.getByRole('button', { name: 'Add page' }).click();
  await failed('Failed to add the address.');
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue('example.com');

  await open(page, id, 'kb');
  await page.getByRole('link', { name: 'Prices' }).click();
  await page.getByLabel('Title').fill('Other prices');
  await page.getByRole('button', { name: 'Save document' }).click();
  await failed('Failed to save document.');
  await expect(page.getByLabel('Title')).toHaveValue('Other prices');

  await open(page, id, 'kb');
  await page.getByRole('button', { name: 'Actions for Prices' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete document' }).click();
  await failed('Failed to delete document.');

  await open(page, id, 'kb?versions=true&version=1');
  await page.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('button', { name: 'Restore and publish' }).click();
  await failed('Failed to restore the version.');

  await open(page, id, 'overview');
  await page.getByRole('button', { name: 'Test chat', exact: true }).click();
  await expect(page.getByText('The test chat could not be started.')).toBeVisible();
});

test('what a visitor asked in vain is listed, leads to its conversation, and can be answered', async ({
  page,
  request,
}) => {
  const lena = await signUp(page, 'Lena');
  const id = await createAgent(lena, 'Prices', prices);
  await lena.call('post', `/v2/agents/${id}/publish`, {});
  const api = `${server.origin}/api/na/public`;
  const { conversationId, visitorToken } = await (
    await request.post(`${api}/agents/${id}/conversations`, { data: {} })
  ).json();
  await request.post(`${api}/conversations/${conversationId}/messages`, {
    headers: { authorization: `Bearer ${visitorToken}` },
    data: { id: crypto.randomUUID(), text: 'Who won the chess championship?' },
  });
  await expect
    .poll(async () => (await lena.call('get', `/v2/agents/${id}/unanswered`)).items.length, { timeout: 30_000 })
    .toBe(1);
  await open(page, id, 'kb?view=unanswered');
  await expect(page.getByRole('link', { name: 'Unanswered' })).toContainText('1');
  await page.getByRole('link', { name: 'Add an answer to: Who won the chess championship?' }).click();
  await expect(page.getByRole('textbox', { name: 'Questions' })).toHaveValue('Who won the chess championship?');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'Who won the chess championship?', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Conversation' })).toContainText('1 unanswered');
});
