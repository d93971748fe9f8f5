import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { connectAccount } from '../world/connect-account.ts';
import { test } from '../world/journey.ts';
import { LOOKS } from '../world/looks.ts';
import type { PayingServer } from '../world/paying-server.ts';

// An agency's owner: an org is let pay for its agents, and credits are moved to it and back.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, animations: 'disabled' });
};

let server: PayingServer;

test.beforeAll(async ({ paying }) => {
  server = paying;
});

const info = (page: Page) => page.getByRole('dialog', { name: 'Org Info' });
const transfer = (page: Page) => info(page).getByRole('region', { name: 'Transfer credits' });
const balances = (page: Page) => transfer(page).getByRole('definition');
const amount = (page: Page) => transfer(page).getByLabel('Amount');
const move = (page: Page) => transfer(page).getByRole('button', { name: 'Transfer' }).click();
const openOrg = async (page: Page, name: string) => {
  await page.goto(`${server.origin}/app/na/clients`);
  await page.getByRole('button', { name: `Org Info: ${name}` }).click();
};

test('credits move to an org and back, once each, and its people see them', async ({ page, browser }) => {
  const world = await makeAgencyWorld(browser, server.origin, { sub: 'orgcredits' });
  const { owner, orgId } = world;
  const cleo = await world.addClient({ email: 'cleo.credits@example.com' });
  await page.context().addCookies(await world.context.cookies());
  await openOrg(page, 'Harbour Labs');
  await expect(transfer(page)).toHaveCount(0);
  await expect(info(page).getByText('Payments are not connected, so that billing cannot be allowed.')).toBeVisible();
  await expect(info(page).getByRole('switch', { name: 'Allow billing' })).toBeDisabled();
  await connectAccount(owner);
  await openOrg(page, 'Harbour Labs');
  await expect(info(page).getByText('This org has no credits yet.')).toHaveCount(0);
  await info(page).getByRole('switch', { name: 'Allow billing' }).click();
  await expect(info(page).getByText('This org has no credits yet.')).toBeVisible();
  await info(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization updated successfully!')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Harbour Labs' }).getByText('No credits')).toBeVisible();
  await picture(page, 'org-out');

  await page.getByRole('button', { name: 'Org Info: Harbour Labs' }).click();
  await expect(balances(page)).toHaveText(['750', '0']);
  await picture(page, 'org-empty');
  await move(page);
  await expect(transfer(page).getByText('Please enter a valid amount to transfer.')).toBeVisible();
  await amount(page).fill('5000');
  await amount(page).press('Enter');
  await expect(transfer(page).getByText('Not enough credits in workspace/org.')).toBeVisible();
  await picture(page, 'org-wrong');
  await amount(page).fill('250.5');
  await move(page);
  await expect(page.getByText('Credits transferred successfully!')).toBeVisible();
  await expect(balances(page)).toHaveText(['499.5', '250.5']);
  await expect(amount(page)).toHaveValue('');
  await expect(info(page).getByText('Transfer to an org')).toBeVisible();

  // The answer is lost after the credits moved: tried again they have moved once.
  let calls = 0;
  await page.route('**/credit-transfers', async (route) => {
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await transfer(page).getByText('Org to workspace').click();
  await amount(page).fill('50');
  await move(page);
  await expect(page.getByText('Failed to transfer credits. Please try again.')).toBeVisible();
  await expect(amount(page)).toHaveValue('50');
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await picture(page, 'org-failed');
  await move(page);
  await expect(balances(page)).toHaveText(['549.5', '200.5']);
  expect(calls).toBe(2);

  await info(page).getByRole('link', { name: 'See all usage' }).click();
  await expect(page.getByText('Transfer to the workspace')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Account' })).toHaveValue('Harbour Labs');
  await picture(page, 'usage-of-org');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1);
  expect(lines.map((line) => line.split(',').slice(1, 3))).toEqual([
    ['transfer_to_workspace', '-50'],
    ['transfer_to_org', '250.5'],
  ]);

  const visitor = await browser.newContext();
  const desk = await visitor.newPage();
  await signInClient(desk, world.clientUrl, cleo.email);
  await desk.getByRole('button', { name: '200.5 Creds' }).click();
  await expect(desk.getByRole('dialog').filter({ hasText: 'Available Credits' })).toContainText('200.5');
  await picture(desk, 'client-credits');
  await visitor.close();

  await openOrg(page, 'Harbour Labs');
  await expect(balances(page)).toHaveText(['549.5', '200.5']);
  await owner.call('delete', `/v2/workspaces/${owner.uid}/orgs/${orgId}`);
  await amount(page).fill('1');
  await move(page);
  await expect(page.getByText('Workspace not found. Please refresh and try again.')).toBeVisible();
  expect((await owner.call('get', `/v2/workspaces/${owner.uid}/billing`)).loadTokens).toBe(750);
});

test('the drawer has no serious fault, and fits a phone', async ({ page, browser }) => {
  const name = 'Donaudampfschifffahrtsgesellschaft für Hafenrundfahrten und Bootsverleih';
  const world = await makeAgencyWorld(browser, server.origin, { sub: 'orglooks' });
  const { owner, orgId } = world;
  await connectAccount(world.owner);
  await world.changeOrg({ name, allowBilling: true });
  for (const [at, credits] of [700, 12.345].entries())
    await owner.call('post', `/v2/workspaces/${owner.uid}/orgs/${orgId}/credit-transfers`, {
      id: `looks-transfer-${at}`,
      direction: at === 0 ? 'workspace_to_org' : 'org_to_workspace',
      amount: credits,
    });
  await page.context().addCookies(await world.context.cookies());
  await page.goto(`${server.origin}/app/na/clients`);
  const looks = [...LOOKS.map((look) => ({ ...look, language: 'en' })), { scheme: 'dark', width: 360, language: 'ar' }];
  for (const { scheme, width, language } of looks) {
    await page.emulateMedia({ colorScheme: scheme as 'light' | 'dark' });
    await page.evaluate((code) => localStorage.setItem('language', code), language);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${server.origin}/app/na/clients?org=${orgId}`);
    const figures = page.getByRole('dialog').getByRole('definition');
    await expect(figures).toHaveText(['62.345', '687.655']);
    await figures.first().scrollIntoViewIfNeeded();
    expect(await seriousFaults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await picture(page, `org-${language}-${width}-${scheme}`);
  }
});
