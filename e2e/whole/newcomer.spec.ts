import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { type BicycleShop, startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// Journey 1: from nothing to a visitor's grounded answer, with no key and no account elsewhere.

let shop: BicycleShop;
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let server: RunningServer;

test.beforeAll(async () => {
  shop = await startBicycleShop();
  server = await startServer({ database: 'embedded', environment: { OUTBOUND_ALLOW_SITES: shop.hostAndPort } });
});

test.afterAll(async () => {
  await server?.dispose();
  await shop?.close();
});

async function expectThreeTurnsCharged(page: Page) {
  await page.goto(`${server.origin}/app/na/usage`);
  await expect(page.getByText('Chat answer')).toHaveCount(3);
  await expect(page.getByText('747', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Credits per day' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Credits per agent' }).getByRole('listitem')).toContainText(
    'Harbour Bikes',
  );
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV.*: Credits per agent/ }).click();
  expect(await readFile(await (await saving).path(), 'utf8')).toContain('Harbour Bikes,3,3');
}

test('a newcomer builds an agent from a web site, and a visitor of another page is answered', async ({
  page,
  browser,
}) => {
  await page.goto(`${server.origin}/signup`);
  await page.getByLabel('Name').fill('Ann Example');
  await page.getByLabel('Email').fill('ann@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Agent' }).click();
  await page.getByRole('radio', { name: 'Website' }).check({ force: true });
  await page.getByLabel('Website address').fill(`${shop.origin}/mistyped`);
  await page.getByRole('button', { name: 'Create agent' }).click();
  // The site that could not be read is replaced where that is said: no empty agent is left behind.
  await expect(page.getByText('Nothing could be read.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('This page does not exist')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open agent' })).toHaveAttribute('href', /\/kb$/);
  await page.getByRole('textbox', { name: 'Another address' }).fill(`${shop.origin}/`);
  await page.getByRole('button', { name: 'Read this address' }).click();
  await expect(page.getByText('Everything is read.')).toBeVisible({ timeout: 60_000 });
  // Tried where it was made.
  const tried = page.getByRole('region', { name: 'Ask your agent' }).frameLocator('iframe');
  await expect(tried.getByRole('textbox')).toBeVisible();
  await page.getByRole('link', { name: 'Open agent' }).click();

  await page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Widget Script' }).first().click();
  const script = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
  expect(script).toContain('/widget.js');

  const { chat, ask } = await openChat(browser, shop, script);
  const known = await ask('What does an electric bike cost per day?');
  await expect(known).toContainText('28 euros');
  await expect(chat.getByRole('link', { name: /Source 1: Prices/ }).first()).toHaveAttribute(
    'href',
    `${shop.origin}/prices`,
  );
  const unknown = await ask('Who won the football world cup in 1954?');
  await expect(unknown).not.toContainText('euros');
  await expect(chat.getByRole('button', { name: 'Leave your email' })).toBeVisible();
  const followUp = await ask('And how much is the deposit for it?');
  await expect(followUp).toContainText('200 euros');

  await expectThreeTurnsCharged(page);
});
