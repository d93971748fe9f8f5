import { mkdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { amount } from '../../server/test/harness/amounts.ts';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { leadSeeds } from '../world/seed-leads.ts';
import type { RunningServer } from '../world/server.ts';

// 10,000 leads of one agent, for its owner and for a client: only what is seen is drawn, and what is done to all of them is one call.

const ROWS = amount(10_000, 2_000);
/** As they are read: all, and every fourth, which was imported. */
const [all, imported] = [ROWS, ROWS / 4].map((rows) => rows.toLocaleString('en-US'));
const ofAll = new RegExp(`^\\d+ of ${all} shown$`);
const ofImported = new RegExp(`of ${imported} shown`);
/** Of a screen of 800 px, and what is drawn ahead of it. */
const DRAWN_MAX = 60;
/** What a person sees of a list within, beside everything else that this machine does. */
const SOON = { timeout: 40_000 };
const pictures = process.env.PICTURES_DIR;

test.use({ actionTimeout: 15_000 });

let server: RunningServer;
let world: AgencyWorld;
let clientEmail: string;

test.beforeAll(async ({ browser, shared }) => {
  test.setTimeout(240_000);
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'long-leads', titles: ['Harbour Bikes'] });
  ({ email: clientEmail } = await world.addClient({ email: 'cleo@example.com', canAccess: ['/leads'] }));
  await runSql(server, ...leadSeeds(world.owner.uid, world.agentIds[0]!, ROWS), 'analyze');
});
test.afterAll(async () => {
  await world?.context.close();
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Leads' })
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox') });
const bar = (page: Page) => page.getByRole('region', { name: 'With the selected leads' });
const count = (page: Page, text: RegExp) => expect(page.getByText(text)).toBeVisible(SOON);

async function search(page: Page, words: string) {
  await page.getByRole('textbox', { name: 'Search leads' }).fill(words);
  await expect(page).toHaveURL(words === '' ? /^[^?]*$/ : /search=/);
}

/** Scrolls on until the lead of this number is in the page. */
async function scrollTo(page: Page, number: number) {
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return Number(/number (\d+)/.exec((await rows(page).last().textContent()) ?? '')?.[1]);
      },
      { timeout: 60_000, intervals: [100] },
    )
    .toBeGreaterThan(number);
}

async function narrow(page: Page) {
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Import' }).click();
  await page.keyboard.press('Escape');
  await count(page, ofImported);
}

async function looksThrough(page: Page, address: string) {
  await page.goto(address);
  await count(page, ofAll);
  await expect(rows(page).first()).toContainText('Person number 1');
  await scrollTo(page, 500);
  expect(await rows(page).count(), 'rows in the page').toBeLessThan(DRAWN_MAX);
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(rows(page).first()).toContainText('person1@example.com');
  await search(page, `NUMBER ${ROWS - 2}`);
  await count(page, /^1 of 1 shown$/);
  await search(page, '');
  await narrow(page);
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'By name' }).click();
  await expect(rows(page).first()).toContainText('Person number 100');
  // The choice that is chosen again is taken back.
  await page.getByRole('combobox', { name: 'Source' }).click();
  await page.getByRole('option', { name: 'Import' }).click();
  await page.keyboard.press('Escape');
  await count(page, ofAll);
}

test(`an owner looks through ${all} leads, groups and exports what matches, deletes all of it and takes that back`, async () => {
  test.setTimeout(240_000);
  const page = await world.context.newPage();
  const address = `${server.origin}/app/na/agents/${world.agentIds[0]}/leads`;
  await looksThrough(page, address);

  await page.goto(address);
  await narrow(page);
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await expect(bar(page).getByText('50 selected')).toBeVisible();
  await picture(page, 'long-leads-offer');
  await bar(page)
    .getByRole('button', { name: `Select all ${imported} that match` })
    .click();
  await expect(bar(page).getByText(`${imported} selected`)).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Merge' })).toBeDisabled();
  await scrollTo(page, 400);
  await expect(rows(page).last().getByRole('checkbox')).toBeChecked();
  await expect(bar(page)).toBeInViewport();
  await picture(page, 'long-leads-all');
  expect(await seriousFaults(page)).toEqual([]);

  await bar(page).getByRole('button', { name: 'Groups' }).click();
  await page.getByRole('menuitem', { name: 'Group 3' }).first().click();
  await expect(page.getByText('Groups changed.')).toBeVisible(SOON);
  const { items } = await world.owner.call('get', `/v2/agents/${world.agentIds[0]}/leads/groups`);
  // A tenth was in it before, none of them imported: of those the number is even.
  expect(items.find(({ name }: { name: string }) => name === 'Group 3').leads).toBe(ROWS / 10 + ROWS / 4);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    bar(page).getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n'),
  ).toHaveLength(ROWS / 4 + 1);

  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${imported} leads deleted`)).toBeVisible(SOON);
  await expect(page.getByText('No lead matches.')).toBeVisible(SOON);
  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await count(page, ofImported);
  await page.close();
});

test('choosing all ends with the filter, and with one that is taken out again', async () => {
  const page = await world.context.newPage();
  await page.goto(`${server.origin}/app/na/agents/${world.agentIds[0]}/leads`);
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await bar(page)
    .getByRole('button', { name: `Select all ${all} that match` })
    .click();
  await expect(bar(page).getByText(`${all} selected`)).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Person number 2', exact: true }).uncheck();
  await expect(bar(page).getByText('49 selected')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select Person number 2', exact: true }).check();
  await bar(page)
    .getByRole('button', { name: `Select all ${all} that match` })
    .click();
  await search(page, 'number 99');
  await expect(bar(page).getByText(`${all} selected`)).toHaveCount(0);
  await page.close();
});

test('who was told apart is not offered as a duplicate again, unless that is taken back', async () => {
  const page = await world.context.newPage();
  await page.goto(`${server.origin}/app/na/agents/${world.agentIds[0]}/leads?tool=duplicates`);
  const drawer = page.getByRole('dialog', { name: 'Find duplicates' });
  const pair = drawer.locator('section').filter({ hasText: 'person99@example.com' });
  await expect(pair).toContainText('person100@example.com');
  await picture(page, 'long-leads-duplicates');
  expect(await seriousFaults(page)).toEqual([]);
  await pair.getByRole('button', { name: 'Not the same' }).click();
  await expect(pair).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(pair).toHaveCount(1);
  await page.route('**/leads/duplicates', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );
  await pair.getByRole('button', { name: 'Not the same' }).click();
  await expect(page.getByText('It could not be noted that they are different.')).toBeVisible();
  await expect(pair).toHaveCount(1);
  await page.unroute('**/leads/duplicates');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(pair).toHaveCount(0);
  await page.reload();
  await expect(drawer.locator('section').first()).toBeVisible();
  await expect(pair).toHaveCount(0);
  await page.close();
});

test(`a client looks through ${all} leads and deletes all of them at once, and takes it back`, async ({ browser }) => {
  test.setTimeout(240_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInClient(page, world.clientUrl, clientEmail, { opens: false });
  const address = `${world.clientUrl}/app/na/agents/${world.agentIds[0]}/leads`;
  await looksThrough(page, address);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address);
  await count(page, ofAll);
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check();
  await bar(page)
    .getByRole('button', { name: `Select all ${all} that match` })
    .click();
  await picture(page, 'long-leads-client-360');
  expect(await seriousFaults(page)).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${all} leads deleted`)).toBeVisible(SOON);
  await expect(page.getByText('No leads yet')).toBeVisible(SOON);
  await page.getByRole('button', { name: 'Undo' }).click();
  await count(page, ofAll);
  await context.close();
});
