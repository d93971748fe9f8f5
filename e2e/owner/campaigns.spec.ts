import { mkdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect, type Page, type Route } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld } from '../world/agency-world.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import type { RunningServer } from '../world/server.ts';

// A campaign from the first word to its results, on the screens of who makes it. That people are called, and when, is told in
// server/test/journeys/campaigns.test.ts.

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitän Maximilian';
const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let world: AgencyWorld;
let page: Page;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'campaigns', titles: ['Harbour Bikes'] });
  const agent = `/v2/agents/${world.agentIds[0]}`;
  await world.owner.call('post', `${agent}/publish`, {});
  const leadIds: string[] = [];
  for (const [name, phone] of [
    ['Vera Lind', '+12025550161'],
    [LONG, '+12025550162'],
    ['Kim Berg', ''],
  ])
    leadIds.push((await world.owner.call('post', `${agent}/leads`, { name, phone })).id);
  const { id } = await world.owner.call('post', `${agent}/leads/groups`, { name: 'Spring customers' });
  await world.owner.call('post', `${agent}/leads/groups/${id}/leads`, { leadIds, isIn: true });
  page = await world.context.newPage();
});
test.afterAll(() => world?.context.close());

const place = () => `${server.origin}/app/na/agents/${world.agentIds[0]}/campaigns`;
const picture = async (name: string, width = 1280) => {
  if (!pictures) return;
  await page.setViewportSize({ width, height: 900 });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });
/** One on which it is neither today nor beside it anywhere, so that nobody is called meanwhile. */
const otherDay = () =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(Date.now() + 3 * 86_400_000);

async function answerLate(route: Route) {
  const response = await route.fetch();
  await setTimeout(2_000);
  await route.fulfill({ response }).catch(() => {});
}

test('without a number a draft says what is missing', async () => {
  await page.goto(place());
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await picture('campaigns-empty');
  await button('New campaign').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Bicycles are ready');
  await button('Create draft').click();
  await expect(page.getByText('No phone number is answered by this agent yet.')).toBeVisible();
  await page.getByText('3. When', { exact: true }).click();
  await button('Start campaign').click();
  await expect(page.getByText('Choose the number first.')).toBeVisible();
  await picture('campaigns-no-number', 360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
});

test('a campaign is made in three steps, and says who is passed over until their consent is recorded', async () => {
  await runSql(
    server,
    `insert into phone_numbers (id, workspace_uid, number, name, account_id, vendor_id, sealed, hook_key, earlier, agent_id)
      select 'pn_${crypto.randomUUID()}', workspace_uid, '+12025550190', 'Harbour', 'AC${'a'.repeat(32)}', 'PN${'a'.repeat(32)}', '\\x00',
      '${crypto.randomUUID()}', '{}', id from agents where id = '${world.agentIds[0]}'`,
  );
  await page.goto(place());
  await button('New campaign').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Bicycles are ready');
  await button('Create draft').click();
  await page.getByRole('textbox', { name: 'What is said first' }).fill('This is Harbour Bikes. Your bicycle is ready.');
  await picture('campaigns-what');
  await button('Next').click();
  // Caught here: the first preview was read before the group was stored, and stayed.
  await page.route('**/preview*', (route) => answerLate(route), { times: 1 });
  await page.getByRole('combobox', { name: 'In any of these groups' }).click();
  await page.getByRole('option', { name: 'Spring customers' }).click();
  await page.keyboard.press('Escape');
  await expect(row('Vera Lind')).toContainText('No consent');
  await expect(row('Kim Berg')).toContainText('No number');
  await expect(page.getByText('Of the first 3, 0 would be called.')).toBeVisible();
  await button('Record their consent').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Where they agreed' }).fill('The form at bikes.example.com');
  await dialog.getByLabel('When').fill('2026-01-15');
  await picture('campaigns-consent', 360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Recorded for 2 numbers.')).toBeVisible();
  await expect(row('Vera Lind')).toContainText('Waiting');
  await expect(page.getByText('Of the first 3, 2 would be called.')).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture('campaigns-who-dark', 360);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await button('Next').click();
  await page.getByRole('checkbox', { name: otherDay() }).setChecked(true);
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].filter((name) => name !== otherDay()))
    await page.getByRole('checkbox', { name: day }).setChecked(false);
  expect(await look(page, LOOKS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await picture('campaigns-when');
  await button('Start campaign').click();
  await expect(page.getByText('0 of 2 people done')).toBeVisible();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  // What was typed was kept at every step.
  await expect(page.getByText('This is Harbour Bikes. Your bicycle is ready.')).toBeVisible();
  await expect(page.getByText('1 lead is passed over. No number: 1')).toBeVisible();
  await expect(row('Vera Lind')).toContainText('Waiting');
});

test('its results stand by person, and it is paused, goes on and is stopped for good', async () => {
  const { conversationId } = await world.owner.call('post', `/public/agents/${world.agentIds[0]}/conversations`, {});
  await runSql(
    server,
    `update campaign_recipients set state = 'reached', tries = 1 where address = '+12025550161'`,
    `insert into campaign_attempts (id, workspace_uid, campaign_id, lead_id, agent_id, address, address_mark, account_id, state, is_answered,
      conversation_id, begun_at, ended_at) select 'call_${crypto.randomUUID()}', workspace_uid, campaign_id, lead_id, '${world.agentIds[0]}',
      address, address_mark, 'AC', 'over', true, '${conversationId}', now(), now() from campaign_recipients where address = '+12025550161'`,
  );
  await expect(page.getByText('1 of 2 people done')).toBeVisible();
  await expect(row('Vera Lind')).toContainText('Reached');
  expect(await look(page, LOOKS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture('campaigns-running-dark', 360);
  await page.emulateMedia({ colorScheme: 'light' });
  await picture('campaigns-running');
  await page.getByRole('link', { name: 'Vera Lind' }).click();
  await expect(page).toHaveURL(new RegExp(`convos\\?convo=${conversationId}`));
  await page.goBack();
  await button('Pause').click();
  await expect(page.getByText('Paused by hand.')).toBeVisible();
  await page.getByRole('textbox', { name: 'People at most' }).fill('5');
  await button('Save hours').click();
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await picture('campaigns-paused');
  await button('Go on').click();
  await expect(page.getByText('Running', { exact: true })).toBeVisible();
  await button('Stop').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop campaign' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await button('All campaigns').click();
  await expect(row('Bicycles are ready')).toContainText('Stopped');
  expect(await look(page, LOOKS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await picture('campaigns-list');
});

test('a number that somebody asked not to be called is typed, and a wrong one is named', async () => {
  await button('Do not call …').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('0202 555');
  await dialog.getByRole('button', { name: 'Do not call' }).click();
  await expect(dialog.getByText('Please type the number with its country code')).toBeVisible();
  await picture('campaigns-refuse', 360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('+1 202 555 0162');
  await dialog.getByRole('button', { name: 'Do not call' }).click();
  await expect(page.getByText('This number is not called any more.')).toBeVisible();
});

test('while campaigns cannot be read it says so, and in Arabic all of it turns', async () => {
  await page.route('**/api/**/campaigns*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(place());
  await expect(page.getByText('The campaigns could not be loaded.')).toBeVisible();
  await picture('campaigns-failed');
  await page.unroute('**/api/**/campaigns*');
  await button('Try again').click();
  await expect(row('Bicycles are ready')).toBeVisible();
  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.reload();
  await page.getByText('Bicycles are ready').click();
  await expect(page.getByText('أُوقفت', { exact: true })).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  await picture('campaigns-arabic', 360);
  await page.evaluate(() => localStorage.removeItem('language'));
});
