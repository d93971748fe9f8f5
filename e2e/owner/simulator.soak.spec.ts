import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner without an account at any provider: a channel is tried on a phone in the dashboard. The addresses of the providers lead nowhere.

/** To be looked at, where somebody names a folder. */
const pictures = process.env.PICTURES_DIR;

const NOBODY = 'http://127.0.0.1:9';
let server: RunningServer;

test.beforeAll(async () => {
  server = await startServer({ environment: { META_GRAPH_URL: NOBODY, TELEGRAM_API_URL: NOBODY } });
});
test.afterAll(() => server?.dispose());

const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name, exact: true }) });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'WhatsApp, simulated' });
const lines = (page: Page) => dialog(page).getByRole('log');

async function write(page: Page, text: string) {
  await dialog(page).getByRole('textbox', { name: 'Message' }).fill(text);
  await dialog(page).getByRole('textbox', { name: 'Message' }).press('Enter');
}

test('WhatsApp is tried without an account: asked, answered, taken over, and STOP withdraws', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'simulator@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  const channels = `${server.origin}/app/na/agents/${id}/channels`;
  await page.goto(channels);

  await section(page, 'WhatsApp').getByRole('button', { name: 'Try without an account' }).click();
  await expect(lines(page)).toContainText('Write as somebody who has found you there.');
  await write(page, 'When are you open?');
  const answer = lines(page).getByText('open from nine to five');
  await expect(answer).toBeVisible();
  await expect(lines(page).getByText('Read', { exact: true })).toBeAttached();
  await dialog(page).getByRole('button', { name: 'Delivered twice' }).click();
  await expect(lines(page)).toContainText('The conversation has it once');
  await expect(lines(page).getByText('When are you open?')).toHaveCount(1);
  expect(await seriousFaults(page)).toEqual([]);

  await write(page, 'I want to talk to a person');
  const phones = await page.context().newPage();
  await phones.goto(`${server.origin}/app/na/inbox`);
  const item = phones.getByRole('listitem').filter({ hasText: 'Robin' });
  await item.getByRole('link').or(item.getByRole('button')).first().click();
  await phones.getByRole('button', { name: 'Take over' }).first().click();
  const field = phones.getByRole('textbox', { name: 'Your reply' });
  await field.fill('We open at nine, every day.');
  await field.press('Enter');
  await expect(lines(page).getByText('We open at nine, every day.')).toBeVisible();
  await expect(phones.getByText('Read on WhatsApp')).toBeVisible();

  await dialog(page).getByRole('button', { name: 'STOP' }).click();
  await expect(lines(page)).toContainText('They opted out');
  await field.fill('Are you still there?');
  await field.press('Enter');
  await expect(phones.getByText(/Not delivered/).first()).toBeVisible();
  await expect(lines(page).getByText('Are you still there?')).toHaveCount(0);
  await phones.close();
  if (pictures) await takePictures(page, channels);

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  const row = section(page, 'WhatsApp').getByRole('listitem');
  await expect(row).toContainText('Simulated');
  await row.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
});

async function takePictures(page: Page, address: string) {
  for (const { language, scheme, width } of [
    { language: 'en', scheme: 'light', width: 1280 },
    { language: 'de', scheme: 'dark', width: 1280 },
    { language: 'fr', scheme: 'light', width: 360 },
    { language: 'ar', scheme: 'dark', width: 360 },
    { language: 'ar', scheme: 'light', width: 1280 },
    { language: 'en', scheme: 'light', width: 1280 },
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.evaluate((to) => localStorage.setItem('language', to), language);
    await page.goto(address);
    const row = section(page, 'WhatsApp').getByRole('listitem');
    await row.scrollIntoViewIfNeeded();
    const name = `${pictures}/${language}-${scheme}-${width}`;
    await page.screenshot({ path: `${name}-row.png`, animations: 'disabled' });
    await row.getByRole('button').first().click();
    await expect(page.getByRole('log').getByText('open from nine to five')).toBeAttached();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${name}-phone.png`, animations: 'disabled' });
    if (width < 500) {
      await page.getByRole('dialog').getByRole('button', { name: 'STOP' }).scrollIntoViewIfNeeded();
      await page.screenshot({ path: `${name}-panel.png`, animations: 'disabled' });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}
