import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld } from '../world/agency-world.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import type { RunningServer } from '../world/server.ts';

// A campaign of messages on the screens of who makes it. That they are sent, once, and what becomes of them is told in
// server/test/journeys/sms-campaigns.test.ts.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let world: AgencyWorld;
let page: Page;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'smscampaigns', titles: ['Harbour Bikes'] });
  const agent = `/v2/agents/${world.agentIds[0]}`;
  await world.owner.call('post', `${agent}/publish`, {});
  const leadIds: string[] = [];
  for (const [name, phone] of [
    ['Vera Lind', '+12025550171'],
    ['Donaudampfschifffahrtsgesellschaftskapitän Maximilian', '+12025550172'],
    ['Jo Falk', '+12025550173'],
    ['Mona Weiss', '+12025550174'],
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
const ago = (name: string) => `update campaigns set ${name} where agent_id = '${world.agentIds[0]}'`;

test('where nothing is connected either kind can be begun, and the draft says what is missing', async () => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(place());
  await button('New campaign').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'SMS' }).check();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bicycles are ready');
  expect(await look(page, LOOKS)).toEqual([]);
  await picture('sms-new');
  await button('Create draft').click();
  await expect(page.getByText('No SMS number is connected to this agent yet.')).toBeVisible();
  await picture('sms-no-number', 360);
  await page.setViewportSize({ width: 1280, height: 900 });
  // Without a number no lead's own can be judged: none of them is called unfit.
  await page.getByText('2. Who').click();
  await page.getByRole('combobox', { name: 'In any of these groups' }).click();
  await page.getByRole('option', { name: 'Spring customers' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Choose the number first')).toBeVisible();
  await expect(page.getByText('Number cannot be used')).toHaveCount(0);
  await button('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No campaigns yet')).toBeVisible();
});

test('a message is counted as carriers count it, with the line that is added; a number of the United States is told of', async () => {
  await runSql(
    server,
    `insert into channel_connections (id, workspace_uid, agent_id, provider, external_id, account_id, name, handle, sealed, hook_key, state)
      select 'chn_${crypto.randomUUID()}', workspace_uid, id, 'sms', '+12025550191', 'AC${'a'.repeat(32)}', 'Harbour', '+12025550191', '\\x00',
      '${crypto.randomUUID()}', 'connected' from agents where id = '${world.agentIds[0]}'`,
  );
  await page.goto(place());
  await button('New campaign').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bicycles are ready');
  // One kind alone is possible: it is not asked for.
  await expect(dialog.getByRole('radio')).toHaveCount(0);
  await button('Create draft').click();
  const text = page.getByRole('textbox', { name: 'Message' });
  await expect(page.getByText('Reply STOP to opt out.')).toBeVisible();
  await expect(page.getByText('(A2P 10DLC)')).toBeVisible();
  await expect(page.getByText('No SMS for each person')).toBeVisible();
  await text.fill('Harbour Bikes: your bicycle is ready. Come and get it, we are open until eight.');
  await expect(page.getByText('1 SMS for each person, 102 characters.')).toBeVisible();
  await text.fill('Harbour Bikes 🚲: your bicycle is ready. Come and get it, we are open until eight.');
  await expect(page.getByText('one SMS holds 70 characters instead of 160')).toBeVisible();
  await expect(page.getByText('2 SMS for each person')).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await picture('sms-what');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture('sms-what-dark', 360);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });

  await button('Send a test').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Phone number' }).fill('+1 202 555 0199');
  await page.getByRole('dialog').getByRole('button', { name: 'Send test' }).click();
  await expect(page.getByText('This number has not written to the agent yet.')).toBeVisible();
  await picture('sms-test', 360);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});

test('consent to messages is another than to calls; the hours are those of messages', async () => {
  await button('Next').click();
  await page.getByRole('combobox', { name: 'In any of these groups' }).click();
  await page.getByRole('option', { name: 'Spring customers' }).click();
  await page.keyboard.press('Escape');
  await expect(row('Vera Lind')).toContainText('No consent');
  await button('Record their consent').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Where they agreed' }).fill('The form at bikes.example.com');
  await dialog.getByLabel('When').fill('2026-01-15');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByText('Recorded for 4 numbers.')).toBeVisible();
  await expect(page.getByText('Of the first 5, 4 would get it.')).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await picture('sms-who');
  await button('Next').click();
  await expect(page.getByRole('checkbox', { name: 'Sat' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Sun' })).not.toBeChecked();
  expect(await look(page, LOOKS)).toEqual([]);
  await picture('sms-when');
  // Nobody is written to meanwhile.
  await page.getByLabel('Not before').fill('2036-01-15');
  await button('Start campaign').click();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
});

test('its results: delivered, failed with the reason in words, opted out, replies; it is stopped with what is under way', async () => {
  const take = (phone: string, state: string, problem = '') => [
    `insert into campaign_recipients (campaign_id, lead_id, workspace_uid, address, address_mark, zones, state, tries)
      select c.id, l.id, c.workspace_uid, l.phone, l.phone, '{America/New_York}', '${state}', 1
      from campaigns c join leads l on l.agent_id = c.agent_id where c.agent_id = '${world.agentIds[0]}' and l.phone = '${phone}'`,
    `insert into campaign_attempts (id, workspace_uid, campaign_id, lead_id, agent_id, address, address_mark, account_id, state, problem,
      begun_at, ended_at) select 'call_${crypto.randomUUID()}', workspace_uid, campaign_id, lead_id, '${world.agentIds[0]}', address, address_mark,
      'AC', 'over', '${problem}', now(), now() from campaign_recipients where address = '${phone}'`,
  ];
  const { conversationId } = await world.owner.call('post', `/public/agents/${world.agentIds[0]}/conversations`, {});
  await runSql(
    server,
    ago(`state = 'running', taken_at = now(), started_at = now(), due_at = 'infinity', starts_at = null`),
    ...take('+12025550171', 'delivered'),
    ...take('+12025550172', 'failed', 'unregistered'),
    ...take('+12025550173', 'opted_out', 'opted_out'),
    ...take('+12025550174', 'sent'),
    `update campaign_attempts set conversation_id = '${conversationId}' where address = '+12025550171'`,
  );
  await page.reload();
  await expect(page.getByText('4 of 4 people done')).toBeVisible();
  await expect(row('Vera Lind')).toContainText('Delivered');
  await expect(row('Maximilian')).toContainText('The carrier does not know your number');
  await expect(row('Jo Falk')).toContainText('Opted out');
  const figure = (name: string) =>
    page.getByRole('region', { name: 'Progress' }).getByText(name, { exact: true }).locator('..');
  await expect(figure('Replies')).toContainText('1');
  await expect(figure('Delivered')).toContainText('1');
  expect(await look(page, LOOKS)).toEqual([]);
  await picture('sms-running');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture('sms-running-dark', 360);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await runSql(server, ago(`state = 'paused', paused_for = 'opt_outs'`));
  await page.reload();
  await expect(page.getByText('Several people opted out.')).toBeVisible();
  await picture('sms-paused');
  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.reload();
  await expect(page.getByText('ألغى عدة أشخاص الاشتراك.')).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  await picture('sms-arabic', 360);
  await page.evaluate(() => localStorage.removeItem('language'));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await button('Stop').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop campaign' }).click();
  await expect(page.getByText('Stopped', { exact: true })).toBeVisible();
  await button('All campaigns').click();
  await expect(row('Bicycles are ready')).toContainText('SMS');
  expect(await look(page, LOOKS)).toEqual([]);
  await picture('sms-list');
});
