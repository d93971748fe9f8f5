import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { makeCallers } from '../../server/test/harness/relay-callers.ts';
import { type RelayNumber, startRelayServer } from '../../server/test/harness/relay-server.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// An agency: from the token of a Twilio account to a caller who is put through from the inbox.

const pictures = process.env.PICTURES_DIR;
/** Of the installation, as Twilio wants it; what stands before it leads to the server. */
const PUBLIC_URL = 'https://app.example.test';
const TARGET = '+1 (202) 555-0177';
const LONG = 'Donaudampfschifffahrtsgesellschaft, Auskunft und Reservierung am Telefon';
let server: RunningServer;
let twilio: Awaited<ReturnType<typeof startRelayServer>>;
let owner: Owner;
let agentId: string;
let numbers: RelayNumber[];
let page: Page;

test.beforeAll(async ({ browser }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  twilio = await startRelayServer();
  server = await startServer({ environment: { TWILIO_API_URL: twilio.url, PUBLIC_URL } });
  const context = await browser.newContext();
  page = await context.newPage();
  owner = await signUpOwner(context.request, server.origin, 'numbers@example.com');
  agentId = await createAgent(owner, LONG, 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  const first = twilio.addNumber({ name: LONG });
  const { account } = first;
  numbers = [first, ...Array.from({ length: 39 }, (_, at) => twilio.addNumber({ name: `Shop ${at + 1}`, account }))];
  numbers[1]!.settings.TrunkSid = `TK${'1'.repeat(32)}`;
  numbers[2]!.settings.VoiceApplicationSid = `AP${'1'.repeat(32)}`;
  numbers[3]!.settings.VoiceUrl = 'https://pbx.example.com/voice';
  numbers[4]!.takesCalls = false;
});
test.afterAll(async () => {
  await page?.context().close();
  await server?.dispose();
  await twilio?.close();
});

const picture = async (name: string) => {
  if (!pictures) return;
  for (const [scheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${pictures}/${name}-${scheme}.png` });
  }
  await wide();
};
const wide = async () => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
};
const looks = async (name: string) => {
  expect(await look(page, LOOKS)).toEqual([]);
  await wide();
  await picture(name);
};
const table = () => page.getByRole('table', { name: 'Phone numbers' });
const digits = (number: RelayNumber | undefined) => number?.number ?? '';

test('a number of an account is chosen, taken over only once that was asked, and given settings', async () => {
  await page.goto(`${server.origin}/app/na/twilio-numbers`);
  await expect(page.getByText('No phone number is imported')).toBeVisible();
  await looks('empty');
  await page.getByRole('button', { name: 'Import a number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a number' });
  await dialog.getByRole('button', { name: 'Show its numbers' }).click();
  await expect(dialog.getByText('Please paste the Account SID.')).toBeVisible();
  await dialog.getByLabel('Account SID').fill(numbers[0]!.account.sid);
  await dialog.getByLabel('Primary Auth Token').fill('f'.repeat(32));
  await dialog.getByRole('button', { name: 'Show its numbers' }).click();
  await expect(dialog.getByText('Twilio refuses this Account SID with this Auth Token.')).toBeVisible();
  await looks('account');
  await dialog.getByLabel('Primary Auth Token').fill(numbers[0]!.account.token);
  await dialog.getByLabel('Primary Auth Token').press('Enter');

  await expect(dialog.getByText('40 numbers')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(25);
  await dialog.getByRole('button', { name: 'Show more' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(40);
  const item = (number: RelayNumber | undefined) => dialog.getByRole('listitem').filter({ hasText: digits(number) });
  await expect(item(numbers[1])).toContainText('A SIP trunk takes its calls now');
  await expect(item(numbers[2])).toContainText('A TwiML app takes its calls now');
  await expect(item(numbers[3])).toContainText('pbx.example.com answers it now');
  await expect(item(numbers[4]).getByRole('button')).toHaveCount(0);
  await looks('choose');
  const search = dialog.getByRole('textbox', { name: 'Search numbers' });
  await search.fill('nowhere');
  await expect(dialog.getByText('No such number.')).toBeVisible();
  await search.fill(digits(numbers[1]).slice(2));
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await item(numbers[1]).getByRole('button').press('Enter');
  await expect(dialog.getByText('Taking over takes the number out of its trunk.')).toBeVisible();
  expect(numbers[1]!.settings.TrunkSid).not.toBe('');
  await looks('take-over');
  await dialog.getByRole('button', { name: 'Take over' }).click();
  await expect(dialog).toBeHidden();
  expect(numbers[1]!.settings.TrunkSid).toBe('');

  const drawer = page.getByRole('dialog', { name: digits(numbers[1]) });
  await drawer.getByRole('textbox', { name: 'Label' }).fill(LONG);
  await drawer.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: /^Donau/ }).click();
  await drawer.getByRole('radio', { name: 'Call somebody else' }).check();
  await drawer.getByRole('switch', { name: 'The agent puts callers through' }).press('Space');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(drawer.getByText('Please type the number with its country code')).toHaveCount(2);
  await drawer.getByLabel('Who is called then').fill(digits(numbers[1]));
  await drawer.getByLabel('Puts callers through to').fill('+1 900 555 1234');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(drawer.getByText('Callers reach the agent at this number. Type another one.')).toBeVisible();
  await drawer.getByRole('radio', { name: 'The line is busy' }).check();
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(drawer.getByText('This cannot be called from here.')).toBeVisible();
  await looks('settings-error');
  await drawer.getByLabel('Puts callers through to').fill(TARGET);
  await drawer.getByRole('radio', { name: 'at once' }).check();
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('The phone number was saved.')).toBeVisible();
  await expect(drawer).toBeHidden();
  await expect(table().getByRole('row').nth(1)).toContainText('+12025550177');
  const { items } = await owner.call('get', `/v2/workspaces/${owner.uid}/phone-numbers`);
  expect(items).toMatchObject([
    { name: LONG, agentId, overflowTo: '', transferTo: '+12025550177', transfersAtOnce: true, scheduleId: null },
  ]);
  await looks('list');
});

test('a plan that is full says so, its agent lists its numbers, and one that is given back is as before', async () => {
  await runSql(
    server,
    `update limit_uses set max = 1 where workspace_uid = '${owner.uid}' and key = 'twilioPhoneNumberSlots'`,
  );
  await page.goto(`${server.origin}/app/na/agents/${agentId}/voice?tab=phoneNumbers`);
  await expect(table().getByRole('row')).toHaveCount(2);
  await expect(page.getByText('1 of 1 numbers of your plan')).toBeVisible();
  await expect(page.getByText('All are taken')).toBeVisible();
  await looks('full');
  await page.getByRole('button', { name: 'Import a number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import a number' });
  await dialog.getByLabel('Account SID').fill(numbers[0]!.account.sid);
  await dialog.getByLabel('Primary Auth Token').fill(numbers[0]!.account.token);
  await dialog.getByRole('button', { name: 'Show its numbers' }).click();
  await dialog.getByRole('button', { name: `Import ${digits(numbers[0])}` }).click();
  await expect(dialog.getByText('Your plan has 1 phone numbers.')).toBeVisible();
  await looks('limit');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await table()
    .getByRole('button', { name: digits(numbers[1]) })
    .press('Enter');
  await page.getByRole('button', { name: 'Give back' }).click();
  await page
    .getByRole('dialog', { name: /^Give .* back/ })
    .getByRole('button', { name: 'Give back' })
    .click();
  await expect(page.getByText('The phone number was given back.')).toBeVisible();
  expect(numbers[1]!.settings.TrunkSid).toBe(`TK${'1'.repeat(32)}`);
  await expect(page.getByText('No phone number leads to this agent')).toBeVisible();
});

test('from the inbox a caller is put through; nobody answers and the agent goes on, somebody answers and it is over', async () => {
  const reach = (url: string) =>
    url
      .replace(PUBLIC_URL, server.origin)
      .replace(PUBLIC_URL.replace('https', 'wss'), server.origin.replace('http', 'ws'));
  const callers = makeCallers(twilio, { reach });
  const [number] = numbers;
  const account = { accountSid: number!.account.sid, authToken: number!.account.token };
  const path = `/v2/workspaces/${owner.uid}/phone-numbers`;
  const made = await owner.call('post', path, { account, number: number!.number, agentId });
  await owner.call('post', `${path}/${made.id}`, { transferTo: '+12025550177' });
  const one = await callers.call(number!, '+12025550142');
  await expect.poll(() => one.heard()).not.toBe('');
  await one.says('What does an electric bike cost?');
  await expect.poll(() => one.heard()).toContain('euros a day');

  await page.goto(`${server.origin}/app/na/agents/${agentId}/convos`);
  const { items } = await owner.call('get', `/v2/workspaces/${owner.uid}/calls`);
  await page.goto(`${server.origin}/app/na/agents/${agentId}/convos?convo=${items[0].conversationId}`);
  const drawer = page.getByRole('dialog');
  const line = drawer.getByRole('list', { name: 'Calls' });
  await expect(line.getByText(/Call, .*live/)).toBeVisible();
  await expect(line.getByRole('button', { name: 'End' })).toBeVisible();
  await looks('live');
  const putThrough = async (times: number) => {
    await line.getByRole('button', { name: 'Transfer' }).click();
    const asked = page.getByRole('dialog', { name: 'Put this caller through?' });
    expect(one.seen.forwards).toHaveLength(times - 1);
    await asked.getByRole('button', { name: 'Put through' }).click();
    await expect.poll(() => one.seen.forwards.length).toBe(times);
  };
  await putThrough(1);
  await expect(line.getByText(/being put through/)).toBeVisible({ timeout: 10_000 });
  await expect(line.getByRole('button', { name: 'Transfer' })).toHaveCount(0);
  await looks('transferring');
  await one.forwarded('no-answer');
  await expect.poll(() => one.heard()).toContain('You can go on with me');
  await expect(line.getByRole('button', { name: 'Transfer' })).toBeVisible({ timeout: 10_000 });
  await putThrough(2);
  await one.taken();
  await expect(line.getByText(/Call, .*, put through/)).toBeVisible({ timeout: 10_000 });
  await one.forwarded('completed');
  expect([one.seen.errors, one.seen.forwards.map(({ to }) => to)]).toEqual([[], ['+12025550177', '+12025550177']]);
  await page.goto(`${server.origin}/app/na/agents/${agentId}/voice?tab=calls`);
  await expect(page.getByRole('table', { name: 'Calls' }).getByText('Put through on the phone')).toBeVisible();
  await looks('calls');
  callers.stop();
});

test('in Arabic', async () => {
  await page.addInitScript(() => localStorage.setItem('language', 'ar'));
  await page.goto(`${server.origin}/app/na/twilio-numbers`);
  await page.getByRole('table').getByRole('button').first().click();
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
  await looks('arabic');
});
