import { expect, type Page } from '@playwright/test';
import { type BicycleShop, startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { LOOKS } from '../world/looks.ts';
import { type ModelHost, startModelHost } from '../world/model-host.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

const pictures = process.env.PICTURES_DIR;

// A model without a key: it is not published, the test chat says what failed, and where a published one lost its key, its
// owner is told before visitors complain.

let server: RunningServer;
let shop: BicycleShop;
let host: ModelHost;

test.beforeAll(async () => {
  shop = await startBicycleShop();
  host = await startModelHost();
  server = await startServer();
});
test.afterAll(async () => {
  await server?.dispose();
  await shop?.close();
  host?.process.kill();
});

const NO_KEY = 'There is no API key for this model. Choose a credential for it, or the built-in model.';

async function expectPictures(page: Page, name: string) {
  for (const { scheme, width } of LOOKS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    // The page follows its new width a moment later.
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    if (pictures) await page.screenshot({ path: `${pictures}/model-key-${name}-${width}-${scheme}.png` });
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('a model without a key is not published, and the test chat says why there is no answer', async ({ page }) => {
  const ann = await signUpOwner(page.request, server.origin, 'ann@example.com');
  const id = await createAgent(ann, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await page.goto(`${server.origin}/app/na/agents/${id}/nodes`);
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'OpenAI', exact: true }).click();
  await page.getByRole('combobox', { name: 'Model', exact: true }).fill('a-model');
  await expect(page.getByText('There is no API key for this provider.')).toBeVisible();
  await expectPictures(page, 'field');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(NO_KEY)).toBeVisible();
  const { isPublished, settings } = await ann.call('get', `/v2/agents/${id}`);
  expect([isPublished, settings.model.provider]).toEqual([false, 'openai']);

  await page.getByRole('button', { name: 'Test chat', exact: true }).click();
  const composer = page.frameLocator('iframe[title="Test chat"]').getByRole('textbox');
  await composer.fill('What does an electric bike cost?');
  await composer.press('Enter');
  const inspector = page.getByRole('region', { name: 'How it was made' });
  // By key: the notice of the refusal lies over it.
  await inspector.getByRole('button', { name: /^Turn 1 of 1/ }).press('Enter');
  await expect(inspector).toContainText('The key is missing or was refused', { timeout: 30_000 });
  await expect(inspector).toContainText('No key for openai is stored in this workspace or set for the platform.');
  await expect(inspector).not.toContainText('No model was asked.');
  await expectPictures(page, 'trace');
});

test('a published agent whose model lost its key says so on its overview', async ({ page, browser }) => {
  server = await server.restart({ OPENAI_API_KEY: 'test-key-0123456789', OPENAI_BASE_URL: host.baseURL });
  const bob = await signUpOwner(page.request, server.origin, 'bob@example.com');
  const id = await createAgent(bob, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  const { settings, draftRevision } = await bob.call('get', `/v2/agents/${id}`);
  const model = { ...settings.model, provider: 'openai', model: 'fine' };
  await bob.call('post', `/v2/agents/${id}`, { settings: { ...settings, model }, draftRevision });
  await bob.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/overview`);
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await expect(page.getByText('Visitors get no answers')).toHaveCount(0);

  server = await server.restart({ OPENAI_API_KEY: '' });
  const script = `<script async src="${server.origin}/widget.js" data-id="${id}" data-region="na"></script>`;
  const { chat, send } = await openChat(browser, shop, script);
  await send('What does an electric bike cost?');
  await expect(chat.getByText('The answer could not be completed.')).toBeVisible({ timeout: 40_000 });
  await page.reload();
  await expect(page.getByText('Visitors get no answers')).toBeVisible();
  await expect(page.getByText('The published copy uses OpenAI, and there is no API key for it.')).toBeVisible();
  await expectPictures(page, 'banner');
  await page.getByRole('link', { name: 'Go to the model' }).click();
  await page.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Built-in' }).click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible();
  await expect(page.getByText('Visitors get no answers')).toHaveCount(0);
});
