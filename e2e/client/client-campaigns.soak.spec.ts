import { mkdirSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import type { RunningServer } from '../world/server.ts';

// A client makes a campaign, their agency approves it, and both see what comes of it.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let world: AgencyWorld;
let client: Page;
let owner: Page;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'clientcampaigns', titles: ['Harbour Bikes'] });
  const agent = `/v2/agents/${world.agentIds[0]}`;
  await world.owner.call('post', `${agent}/publish`, {});
  const { id: leadId } = await world.owner.call('post', `${agent}/leads`, { name: 'Vera Lind', phone: '+12025550181' });
  const { id } = await world.owner.call('post', `${agent}/leads/groups`, { name: 'Spring customers' });
  await world.owner.call('post', `${agent}/leads/groups/${id}/leads`, { leadIds: [leadId], isIn: true });
  client = await clientPage(browser, 'vera.campaigns@example.com', ['/campaigns', '/convos']);
  owner = await world.context.newPage();
  await owner.emulateMedia({ colorScheme: 'light' });
});
test.afterAll(() => world?.context.close());

async function clientPage(browser: Browser, email: string, canAccess: string[], language = 'en') {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript((code) => localStorage.setItem('language', code), language);
  await world.addClient({ email, canAccess });
  await signInClient(page, world.clientUrl, email);
  return page;
}
const picture = async (page: Page, name: string, width = 1280) => {
  if (!pictures) return;
  await page.setViewportSize({ width, height: 900 });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};
const clientPlace = () => `${world.clientUrl}/app/na/agents/${world.agentIds[0]}/campaigns`;
const ownerPlace = () => `${server.origin}/app/na/agents/${world.agentIds[0]}/campaigns`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('the page stands among a client’s, and without a number it says who can add one', async () => {
  await client.emulateMedia({ colorScheme: 'light' });
  await client.getByRole('link', { name: 'Campaigns' }).click();
  await expect(client.getByText('No campaigns yet')).toBeVisible();
  expect(await look(client, LOOKS)).toEqual([]);
  await picture(client, 'client-campaigns-empty');
  await button(client, 'New campaign').click();
  await client.getByRole('dialog').getByRole('radio', { name: 'SMS' }).check();
  await client.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Spring');
  await button(client, 'Create draft').click();
  await expect(client.getByText('No number is set up for this agent yet.')).toBeVisible();
  await expect(client.getByText('Twilio')).toHaveCount(0);
  await picture(client, 'client-campaigns-no-number', 360);
  await client.setViewportSize({ width: 1280, height: 900 });
  await button(client, 'Delete').click();
  await client.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(client.getByText('No campaigns yet')).toBeVisible();
});

test('what a client asks for waits for their agency, which approves it; both see the results', async () => {
  await runSql(
    server,
    `insert into channel_connections (id, workspace_uid, agent_id, provider, external_id, account_id, name, handle, sealed, hook_key, state)
      select 'chn_${crypto.randomUUID()}', workspace_uid, id, 'sms', '+12025550192', 'AC${'b'.repeat(32)}', 'Harbour', '+12025550192', '\\x00',
      '${crypto.randomUUID()}', 'connected' from agents where id = '${world.agentIds[0]}'`,
  );
  await client.goto(clientPlace());
  await button(client, 'New campaign').click();
  await client.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Bicycles are ready');
  await button(client, 'Create draft').click();
  await client.getByRole('textbox', { name: 'Message' }).fill('Harbour Bikes: your bicycle is ready.');
  await expect(client.getByText('Carriers let such messages through only from registered numbers.')).toBeVisible();
  await button(client, 'Next').click();
  await client.getByRole('combobox', { name: 'In any of these groups' }).click();
  await client.getByRole('option', { name: 'Spring customers' }).click();
  await client.keyboard.press('Escape');
  await button(client, 'Record their consent').click();
  const dialog = client.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Where they agreed' }).fill('The form at bikes.example.com');
  await dialog.getByLabel('When').fill('2026-01-15');
  await dialog.getByRole('button', { name: 'Record' }).click();
  await expect(client.getByText('Of the first 1, 1 would get it.')).toBeVisible();
  await button(client, 'Next').click();
  await client.getByLabel('Not before').fill('2036-01-15');
  await button(client, 'Ask for approval').click();
  await expect(client.getByText('Waits for approval')).toBeVisible();
  await expect(client.getByText('Nobody hears of this campaign before it is approved.')).toBeVisible();
  await expect(button(client, 'Approve')).toHaveCount(0);
  expect(await look(client, LOOKS)).toEqual([]);
  await picture(client, 'client-campaigns-waits');

  await owner.goto(ownerPlace());
  await owner.getByRole('button', { name: 'Bicycles are ready' }).click();
  await expect(owner.getByText('A client asks for this campaign.')).toBeVisible();
  await picture(owner, 'campaigns-approve');
  await button(owner, 'Approve').click();
  await expect(owner.getByText('Scheduled', { exact: true })).toBeVisible();

  await runSql(
    server,
    `update campaigns set state = 'paused', paused_for = 'token', taken_at = now() where agent_id = '${world.agentIds[0]}'`,
    `insert into campaign_recipients (campaign_id, lead_id, workspace_uid, address, address_mark, zones, state, tries)
      select c.id, l.id, c.workspace_uid, l.phone, l.phone, '{America/New_York}', 'delivered', 1
      from campaigns c join leads l on l.agent_id = c.agent_id where c.agent_id = '${world.agentIds[0]}'`,
  );
  await owner.reload();
  await client.reload();
  await expect(owner.getByText('Twilio refuses the token of this number.')).toBeVisible();
  await expect(client.getByText('Its number does not work at the moment.')).toBeVisible();
  for (const page of [owner, client]) await expect(page.getByText('1 of 1 people done')).toBeVisible();
  await client.emulateMedia({ colorScheme: 'dark' });
  expect(await look(client, LOOKS)).toEqual([]);
  await picture(client, 'client-campaigns-results-dark', 360);
});

test('a client who was not given the page has none, in Arabic it turns for whoever has it', async ({ browser }) => {
  const other = await clientPage(browser, 'kim.campaigns@example.com', ['/home']);
  await expect(other.getByRole('link', { name: 'Campaigns' })).toHaveCount(0);
  const status = await other.evaluate(
    async (id) => (await fetch(`/api/na/v2/agents/${id}/campaigns`)).status,
    world.agentIds[0],
  );
  expect(status).toBe(403);
  const amal = await clientPage(browser, 'amal.campaigns@example.com', ['/campaigns'], 'ar');
  await amal.emulateMedia({ colorScheme: 'light' });
  await amal.goto(clientPlace());
  await amal.getByRole('button', { name: 'Bicycles are ready' }).click();
  await expect(amal.getByText('رقمه لا يعمل حاليًا.')).toBeVisible();
  expect(await look(amal, LOOKS)).toEqual([]);
  await picture(amal, 'client-campaigns-arabic', 360);
});
