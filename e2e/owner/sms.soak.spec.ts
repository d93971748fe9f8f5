import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startTwilioStandIn } from '../../server/test/harness/twilio-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from what Twilio gives for an account to a message that a carrier delivered.

let server: RunningServer;
let twilio: Awaited<ReturnType<typeof startTwilioStandIn>>;

test.beforeAll(async () => {
  twilio = await startTwilioStandIn();
  const started = await startServer({ environment: { TWILIO_API_URL: twilio.url } });
  // What Twilio signs is the address that it was told.
  server = await started.restart({ PUBLIC_URL: started.origin });
});
test.afterAll(async () => {
  await server?.dispose();
  await twilio?.close();
});

const ANN = '+15550100142';
const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'SMS', exact: true }) });
const row = (page: Page) => section(page).getByRole('listitem');

test('a number is connected, texted, answered by a person, and what they said is delivered, until STOP', async ({
  page,
}) => {
  const number = twilio.addNumber({ name: 'Harbour Bikes' });
  const owner = await signUpOwner(page.request, server.origin, 'sms@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/channels`);

  await section(page).getByRole('button', { name: 'Connect SMS' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect SMS' });
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
  await connect.click();
  await expect(dialog.getByText('Please paste the Account SID.')).toBeVisible();
  await dialog.getByLabel('Account SID').fill(number.account.sid);
  await dialog.getByLabel('Auth Token', { exact: true }).fill('secret');
  await dialog.getByLabel('Phone number').fill('555 0100');
  await connect.click();
  await expect(dialog.getByText('This is not an Auth Token.')).toBeVisible();
  await expect(dialog.getByText('Please type the number with its country code')).toBeVisible();
  await dialog.getByLabel('Auth Token', { exact: true }).fill('f'.repeat(32));
  await dialog.getByLabel('Phone number').fill(number.number.replace(/^(..)(...)/, '$1 ($2) '));
  await connect.click();
  await expect(dialog.getByText('Twilio refuses this Account SID with this Auth Token.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel('Auth Token', { exact: true }).fill(number.account.token);
  await connect.click();

  await expect(dialog.getByRole('heading', { name: 'Send hello to Harbour Bikes now' })).toBeFocused();
  await expect(dialog.getByText('Text this number from a phone.')).toBeVisible();
  await expect(dialog.getByLabel('Number', { exact: true })).toHaveValue(number.number);
  await expect(dialog.getByRole('status')).toContainText('Waiting for the first message');
  const opens = dialog.getByRole('link', { name: 'Open the messages app' });
  await expect(opens).toHaveAttribute('href', `sms:${number.number}`);
  expect(await seriousFaults(page)).toEqual([]);
  await number.says(ANN, 'Hello!');
  await expect(dialog.getByRole('status')).toContainText('It works: Harbour Bikes received your message.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page)).toContainText('Connected');
  await expect(row(page)).toContainText(number.number);
  await expect.poll(() => number.sent(ANN).length).toBeGreaterThan(0);

  await number.says(ANN, 'When are you open?');
  await expect.poll(() => number.sent(ANN).at(-1)?.body).toContain('open from nine to five');
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  await number.post(number.pictured(ANN, { type: 'image/jpeg', bytes: new Uint8Array(picture) }, 'This one?'));
  await number.says(ANN, 'I want to talk to a person');
  await page.goto(`${server.origin}/app/na/inbox`);
  const item = page.getByRole('listitem').filter({ hasText: ANN });
  await expect(item).toContainText('SMS');
  await item.getByRole('link').or(item.getByRole('button')).first().click();
  await page.getByRole('button', { name: 'Take over' }).first().click();
  await expect(page.getByRole('link', { name: 'photo.jpg' })).toBeVisible();
  const before = number.sent(ANN).length;
  const field = page.getByRole('textbox', { name: 'Your reply' });
  await field.fill('We open at nine.');
  await field.press('Enter');
  await expect.poll(() => number.sent(ANN).length).toBeGreaterThan(before);
  await expect(page.getByText('Sent to Twilio')).toBeVisible();
  const sent = number.sent(ANN).at(-1)!;
  expect(sent.body).toContain('We open at nine.');
  await number.post(number.told(ANN, sent, 'delivered'));
  await expect(page.getByText('Delivered by SMS')).toBeVisible();

  await number.says(ANN, 'STOP');
  await field.fill('Until tomorrow!');
  await field.press('Enter');
  await expect(page.getByText('Not delivered: SMS does not reach them')).toBeVisible();
  expect(number.sent(ANN).at(-1)).toBe(sent);
  expect(await seriousFaults(page)).toEqual([]);
});

test('a token that Twilio does not take any more is replaced, and what waited is answered; paused, resumed, removed', async ({
  page,
}) => {
  const number = twilio.addNumber({ name: 'Harbour Boats' });
  const owner = await signUpOwner(page.request, server.origin, 'sms-care@example.com');
  const id = await createAgent(owner, 'Harbour Boats', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  const { accountSid, authToken } = { accountSid: number.account.sid, authToken: number.account.token };
  const given = { accountSid, authToken, phoneNumber: number.number };
  await owner.call('post', `/v2/workspaces/${owner.uid}/agents/${id}/channels/sms`, given);
  await number.says(ANN, 'When are you open?');
  await expect.poll(() => number.sent(ANN).at(-1)?.body).toContain('open from nine to five');
  // Within the second in which lines of one person are awaited.
  await number.says(ANN, 'And when do you open on Sunday?');
  const token = twilio.reissue(number);

  await page.goto(`${server.origin}/app/na/agents/${id}/channels`);
  await expect(row(page)).toContainText('Token refused');
  await expect(row(page)).toContainText('Twilio does not accept the token any more');
  await row(page).getByRole('button', { name: 'Replace token' }).click();
  const dialog = page.getByRole('dialog', { name: 'Replace the token of Harbour Boats' });
  await expect(dialog.getByLabel('Account SID')).toHaveValue(accountSid);
  await expect(dialog.getByLabel('Phone number')).toHaveValue(number.number);
  await expect(dialog.getByLabel('Auth Token', { exact: true })).toHaveValue('');
  await dialog.getByLabel('Auth Token', { exact: true }).fill(token);
  const answered = number.sent(ANN).length;
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.poll(() => number.sent(ANN).length).toBeGreaterThan(answered);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page)).toContainText('Connected');

  const navigation = page.getByRole('navigation', { name: 'Main' });
  await navigation.getByRole('button', { name: 'Integrations' }).click();
  await navigation.getByRole('link', { name: 'Twilio Numbers' }).click();
  await expect(page.getByRole('heading', { name: 'Twilio numbers' })).toBeVisible();
  await expect(row(page)).toContainText(number.number);
  await row(page).getByRole('button', { name: 'Pause' }).click();
  await expect(row(page)).toContainText('Paused');
  await row(page).getByRole('button', { name: 'Resume' }).click();
  await expect(row(page)).toContainText('Connected');
  expect(await seriousFaults(page)).toEqual([]);
  await row(page).getByRole('link', { name: 'Harbour Boats', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/agents/${id}/channels`));
  await expect(row(page)).toContainText('Connected');
  await row(page).getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByRole('dialog', { name: 'Remove Harbour Boats?' });
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(section(page).getByRole('button', { name: 'Connect SMS' })).toBeVisible();
  await expect(row(page)).toHaveCount(0);
  expect(number.hookUrl()).toBe('');
});
