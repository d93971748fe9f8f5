import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startMetaStandIn } from '../../server/test/harness/meta-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from what Meta gives for a number to a message that was read.

let server: RunningServer;
let meta: Awaited<ReturnType<typeof startMetaStandIn>>;

test.beforeAll(async () => {
  meta = await startMetaStandIn();
  const started = await startServer({ environment: { META_GRAPH_URL: meta.url } });
  // Meta asks the address of this server before it calls it.
  server = await started.restart({ PUBLIC_URL: started.origin });
});
test.afterAll(async () => {
  await server?.dispose();
  await meta?.close();
});

const ANN = '15550142';
const picture = async (page: Page, name: string, width = 1280) => {
  if (!process.env.PICTURES_DIR) return;
  mkdirSync(process.env.PICTURES_DIR, { recursive: true });
  await page.setViewportSize({ width, height: 900 });
  await page.screenshot({ path: `${process.env.PICTURES_DIR}/${name}.png`, fullPage: true });
  await page.setViewportSize({ width: 1280, height: 900 });
};
const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'WhatsApp', exact: true }) });
const row = (page: Page) => section(page).getByRole('listitem');

test('a number is connected, written to, answered by a person, and what they said is read', async ({ page }) => {
  const number = meta.addNumber({ name: 'Harbour Bikes' });
  const owner = await signUpOwner(page.request, server.origin, 'whatsapp@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/channels`);

  await section(page).getByRole('button', { name: 'Connect WhatsApp' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect WhatsApp' });
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
  await connect.click();
  await expect(dialog.getByText('Please paste the phone number ID.')).toBeVisible();
  await dialog.getByLabel('Phone number ID').fill('+1 555 0100');
  await dialog.getByLabel('WhatsApp Business Account ID').fill(number.accountId);
  await dialog.getByLabel('Access token', { exact: true }).fill(number.app.token);
  await dialog.getByLabel('App secret', { exact: true }).fill('f'.repeat(32));
  await connect.click();
  await expect(dialog.getByText('This is not an ID of Meta.')).toBeVisible();
  await dialog.getByLabel('Phone number ID').fill(number.phoneNumberId);
  await connect.click();
  await expect(dialog.getByText('This is not the app secret of the app')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel('App secret', { exact: true }).fill(number.app.secret);
  await connect.click();

  await expect(dialog.getByRole('heading', { name: 'Send hello to Harbour Bikes now' })).toBeFocused();
  await expect(dialog.getByRole('link', { name: 'Open in WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/${number.display.replace(/\D/g, '')}`,
  );
  await number.says(ANN, 'Hello!', 'Ann Lee');
  await expect(dialog.getByRole('status')).toContainText('It works: Harbour Bikes received your message.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page)).toContainText('Connected');
  await expect(row(page)).toContainText(number.display);
  await expect.poll(() => number.sent(ANN).length).toBeGreaterThan(0);

  await number.says(ANN, 'When are you open?');
  await expect.poll(() => number.sent(ANN).at(-1)?.text).toContain('open from nine to five');
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await number.sends(ANN, 'image', { type: 'image/jpeg', bytes: new Uint8Array(picture), caption: 'This one?' });
  await number.says(ANN, 'I want to talk to a person');
  await page.goto(`${server.origin}/app/na/inbox`);
  const item = page.getByRole('listitem').filter({ hasText: 'Ann Lee' });
  await expect(item).toContainText('WhatsApp');
  await item.getByRole('link').or(item.getByRole('button')).first().click();
  await page.getByRole('button', { name: 'Take over' }).first().click();
  await expect(page.getByRole('link', { name: 'photo.jpg' })).toBeVisible();
  const before = number.sent(ANN).length;
  const field = page.getByRole('textbox', { name: 'Your reply' });
  await field.fill('We open at nine.');
  await field.press('Enter');
  await expect.poll(() => number.sent(ANN).length).toBeGreaterThan(before);
  await expect(page.getByText('Sent to WhatsApp')).toBeVisible();
  const sent = number.sent(ANN).at(-1)!;
  expect(sent.text).toContain('We open at nine.');
  await number.post(number.told(ANN, sent, 'delivered'));
  await expect(page.getByText('Delivered by WhatsApp')).toBeVisible();
  await number.post(number.told(ANN, sent, 'read'));
  await expect(page.getByText('Read on WhatsApp')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('button', { name: 'Integrations' }).click();
  await navigation.getByRole('link', { name: 'WhatsApp' }).click();
  await expect(page.getByRole('heading', { name: 'WhatsApp numbers' })).toBeVisible();
  await expect(row(page)).toContainText(number.display);
  await row(page).getByRole('button', { name: 'Pause' }).click();
  await expect(row(page)).toContainText('Paused');
  await row(page).getByRole('button', { name: 'Resume' }).click();
  await expect(row(page)).toContainText('Connected');
  expect(await seriousFaults(page)).toEqual([]);
  await navigation.getByRole('link', { name: 'Meta Pages' }).click();
  await expect(page.getByText('No page is connected. Open an agent')).toBeVisible();
  await page.goBack();
  await row(page).getByRole('link', { name: 'Harbour Bikes', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/agents/${id}/channels`));
});

test('an approved template is chosen and filled in; what goes with its number or its places is said', async ({
  page,
}) => {
  const number = meta.addNumber({ name: 'Harbour Bikes' });
  const owner = await signUpOwner(page.request, server.origin, 'templates@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  const { phoneNumberId, accountId, app } = number;
  const given = { phoneNumberId, accountId, token: app.token, appSecret: app.secret };
  await owner.call('post', `/v2/workspaces/${owner.uid}/agents/${id}/channels/whatsapp`, given);
  await page.goto(`${server.origin}/app/na/agents/${id}/campaigns`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await button('New campaign').click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Bicycles are ready');
  await button('Create draft').click();
  await expect(page.getByText('This number has no templates yet.')).toBeVisible();
  await picture(page, 'template-none');

  number.makeTemplate({
    ...{ name: 'bike_ready', body: 'Hello {{1}}, your {{2}} is ready. Come by until Saturday.' },
    ...{ header: { format: 'TEXT' as const, text: 'Harbour Bikes' }, footer: 'Reply STOP to opt out.' },
    buttons: [{ type: 'QUICK_REPLY', text: 'When are you open?' }],
  });
  number.makeTemplate({ name: 'photo', body: 'Look', header: { format: 'IMAGE' } });
  await page.reload();
  const template = page.getByRole('combobox', { name: 'Template' });
  await template.click();
  await expect(page.getByRole('option', { name: /^photo .*picture or button/ })).toHaveAttribute(
    'data-combobox-disabled',
  );
  await picture(page, 'template-choose');
  await page.getByRole('option', { name: 'bike_ready (en_US)' }).click();
  await page.getByRole('textbox', { name: 'In place of {{1}}' }).focus();
  await page.getByRole('button', { name: 'Insert name' }).first().click();
  await page.getByRole('textbox', { name: 'In place of {{2}}' }).fill('city bike');
  await expect(page.getByText('Hello Alex, your city bike is ready.')).toBeVisible();
  await expect(page.getByText('Marketing template')).toBeVisible();
  expect(await look(page, LOOKS)).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'template-filled');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture(page, 'template-filled-dark', 360);
  await button('Next').click();
  await expect(page.getByText('Nobody is written to of whom no consent to messages is recorded.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'In place of {{1}}' })).toHaveValue('{name}');
  number.setTemplate('bike_ready', 'DISABLED');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Template' })).toHaveValue(/bike_ready .*not approved/);
  await picture(page, 'template-disabled');
});

// Planted: the composer stays whatever the channel lets through -> there is no notice, and no template.
test('a day after their last line the operator is told, and sends an approved template', async ({ page }) => {
  const number = meta.addNumber({ name: 'Harbour Bikes' });
  number.makeTemplate({ name: 'bike_ready', category: 'UTILITY', body: 'Hello {{1}}, your {{2}} is ready.' });
  number.makeTemplate({ name: 'autumn_sale', body: 'Half price until Sunday.' });
  const owner = await signUpOwner(page.request, server.origin, 'day-later@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  const { phoneNumberId, accountId, app } = number;
  const given = { phoneNumberId, accountId, token: app.token, appSecret: app.secret };
  await owner.call('post', `/v2/workspaces/${owner.uid}/agents/${id}/channels/whatsapp`, given);
  await number.says(ANN, 'I want to talk to a person', 'Ann Lee');
  await page.goto(`${server.origin}/app/na/inbox`);
  const item = page.getByRole('listitem').filter({ hasText: 'Ann Lee' });
  await item.getByRole('link').or(item.getByRole('button')).first().click();
  await page.getByRole('button', { name: 'Take over' }).first().click();
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Typed, and kept');
  const age = (hours: number) =>
    runSql(
      server,
      `update channel_threads set last_in_at = now() - interval '${hours} hours' where workspace_uid = '${owner.uid}'`,
    );
  await age(22);
  await page.reload();
  await expect(page.getByText(/^You can answer until /)).toBeVisible();
  await picture(page, 'window-soon');
  await age(25);
  number.passes(25 * 3_600_000);
  await page.reload();
  await expect(page.getByText('WhatsApp now delivers approved templates alone.')).toBeVisible();
  await expect(reply).toHaveCount(0);
  const template = page.getByRole('combobox', { name: 'Template' });
  await template.click();
  await expect(page.getByRole('option')).toHaveText(['bike_ready (en_US)']);
  await page.getByRole('option', { name: 'bike_ready (en_US)' }).click();
  const send = page.getByRole('button', { name: 'Send template' });
  await page.getByRole('button', { name: 'Insert name' }).first().click();
  await expect(send).toBeDisabled();
  await page.getByRole('textbox', { name: 'In place of {{2}}' }).fill('city bike');
  await expect(page.getByText('Hello Ann Lee, your city bike is ready.')).toBeVisible();
  await picture(page, 'window-template');
  expect(await look(page, LOOKS)).toEqual([]);
  expect(await seriousFaults(page)).toEqual([]);
  await page.route('**/templates', (route) => (route.request().method() === 'POST' ? route.abort() : route.fallback()));
  await send.click();
  await expect(page.getByText('The message could not be sent.').first()).toBeVisible();
  await page.unroute('**/templates');
  await expect(page.getByRole('textbox', { name: 'In place of {{2}}' })).toHaveValue('city bike');
  await send.click();
  await expect.poll(() => number.sent(ANN).at(-1)?.text).toBe('Hello Ann Lee, your city bike is ready.');
  await expect(page.getByText('Sent to WhatsApp')).toBeVisible();
  await expect(template).toHaveValue('');
  await number.says(ANN, 'Great, I am on my way');
  await expect(reply).toHaveValue('Typed, and kept');
  await expect(page.getByText('WhatsApp now delivers')).toHaveCount(0);
});
