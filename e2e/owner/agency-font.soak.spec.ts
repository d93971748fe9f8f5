import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';

// A font that the installation does not have: typed, brought, seen in the preview, worn by the clients' dashboard.

const pictures = process.env.PICTURES_DIR;
if (pictures) mkdirSync(pictures, { recursive: true });
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};

/** The faces that a page drew with, of those that it knows. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    return [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
  });

test('an owner types the name of any font, and clients’ browsers call nobody else for it', async ({
  browser,
  shared,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const owner = await signUpOwner(context.request, shared.origin, addressFor('ann'));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  const body = { uid: owner.uid, customDomain: 'lettered', isVGSubdomain: true };
  const { clientUrl } = await owner.call('post', '/hosting/custom-domain', body);
  const page = await context.newPage();
  await page.goto(`${shared.origin}/app/na/agency?activeTabIndex=3`);
  const font = page.getByRole('combobox', { name: 'Font' });
  await expect(font).toHaveValue('Rubik');

  await font.fill('Cairro');
  await expect(page.getByText('This font name is not a valid one, please double check font name.')).toBeVisible();
  await picture(page, 'font-unknown');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Error occured when trying to save..')).toBeVisible();
  await expect(font).toHaveValue('Cairro');

  await font.fill('cairo');
  const sheet = page.waitForResponse('**/fonts/na/cairo.css');
  await expect(font).not.toHaveAttribute('aria-invalid', 'true');
  expect((await sheet).status()).toBe(200);
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect
    .poll(() => preview.locator('body').evaluate((element) => getComputedStyle(element).fontFamily), {
      timeout: 40_000,
    })
    .toMatch(/^cairo,/i);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(font).toHaveValue('Cairo');
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'font-saved');

  const visitor = await browser.newContext();
  const called = new Set<string>();
  const dashboard = await visitor.newPage();
  dashboard.on('request', (request) => called.add(new URL(request.url()).host));
  await dashboard.goto(clientUrl);
  await expect(dashboard.getByLabel('Email')).toBeVisible();
  expect(await drawn(dashboard)).toContain('Cairo');
  // Planted: a style sheet of a fonts service in the page -> another host is called.
  expect([...called]).toEqual([new URL(clientUrl).host]);
  await picture(dashboard, 'font-dashboard');

  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.reload();
  await expect(page.locator('input[value="Cairo"]')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.locator('input[value="Cairo"]').click();
  await picture(page, 'font-ar-360-dark');
  await context.close();
  await visitor.close();
});

test('a font that is on its way, and one that could not be brought, say what clients see: in the dark, on a phone, in Arabic', async ({
  browser,
  shared,
}) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, shared.origin, addressFor('waiting'));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  const page = await context.newPage();
  let state = 'wanted';
  await page.route('**/agency/font?*', (route) => route.fulfill({ json: { family: 'Cairo', state, sheet: '' } }));
  await page.goto(`${shared.origin}/app/na/agency?activeTabIndex=3`);
  await page.getByRole('combobox', { name: 'Font' }).fill('Cairo');
  await expect(page.getByText('The font is being fetched.')).toBeVisible();
  await expect(page.getByLabel('Looking for the font')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'font-wanted');
  // Asked for again by itself.
  state = 'failed';
  await expect(page.getByText('The font could not be fetched.')).toBeVisible();
  await expect(page.getByLabel('Looking for the font')).toHaveCount(0);
  await picture(page, 'font-failed');
  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.reload();
  // What was typed is kept over the load.
  const typed = page.locator('input[value="Cairo"]');
  await typed.scrollIntoViewIfNeeded();
  await expect(
    page
      .getByRole('status')
      .filter({ hasText: /\p{Script=Arabic}/u })
      .first(),
  ).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await picture(page, 'font-failed-ar-360-dark');
  await context.close();
});
