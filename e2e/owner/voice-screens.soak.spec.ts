import { mkdirSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { openBrowserCaller } from '../../server/test/harness/browser-caller.ts';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS, look } from '../world/looks.ts';
import type { RunningServer } from '../world/server.ts';

// An owner lets visitors call an agent and sees who did; a client sees the calls of their agents, and no more of them.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let world: AgencyWorld;
let owner: Page;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  const titles = ['Harbour Bikes', 'Donaudampfschifffahrtsgesellschaft Auskunft'];
  world = await makeAgencyWorld(browser, server.origin, { sub: 'voice', titles });
  for (const id of world.agentIds) await world.owner.call('post', `/v2/agents/${id}/publish`, {});
  await letCall(world.agentIds[0] ?? '');
  (await call({ isTest: true })).caller.hangUp();
  await past(await converse(), [
    { minutes: 60, seconds: 192, reason: 'caller' },
    { minutes: 90, seconds: 61, reason: 'no_credits', caller: '+12025550143' },
    ...Array.from({ length: 24 }, (_, at) => ({ minutes: 100 + at, seconds: 5 + at, reason: 'silence' })),
  ]);
  owner = await world.context.newPage();
});
test.afterAll(() => world?.context.close());

const picture = async (page: Page, name: string, width: number) => {
  if (!pictures) return;
  await page.setViewportSize({ width, height: 900 });
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};
const ownerPlace = (rest: string, agent = 0) => `${server.origin}/app/na/agents/${world.agentIds[agent]}/${rest}`;
const table = (page: Page) => page.getByRole('table', { name: 'Calls' });

async function letCall(id: string) {
  const { settings, draftRevision } = await world.owner.call('get', `/v2/agents/${id}`);
  const voice = { ...settings.voice, isEnabled: true };
  await world.owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, voice }, draftRevision });
  await world.owner.call('post', `/v2/agents/${id}/publish`, {});
}

const converse = async (agent = 0) =>
  (await world.owner.call('post', `/public/agents/${world.agentIds[agent]}/conversations`, {}))
    .conversationId as string;

/** As the widget does it: a conversation, and a call within it. */
async function call({ agent = 0, isTest = false } = {}) {
  const { request } = world.context;
  const agentId = world.agentIds[agent];
  const path = isTest ? `/v2/agents/${agentId}/test-conversations` : `/public/agents/${agentId}/conversations`;
  const headers = { origin: server.origin };
  const begun = await (await request.post(`${server.origin}/api/na${path}`, { headers, data: {} })).json();
  const opened = await request.post(`${server.origin}/api/na/public/conversations/${begun.conversationId}/calls`, {
    headers: { authorization: `Bearer ${begun.visitorToken}` },
    data: {},
  });
  expect(opened.ok(), await opened.text()).toBe(true);
  const caller = await openBrowserCaller(server.origin, 'na', await opened.json());
  await caller.until(() => caller.spoken().length > 0);
  return { caller, conversationId: begun.conversationId as string };
}

/** Calls of the past, as they are stored once they have ended: `minutes` ago. */
const past = (conversationId: string, calls: { minutes: number; seconds: number; reason: string; caller?: string }[]) =>
  runSql(
    server,
    ...calls.map(
      ({ minutes, seconds, reason, caller = '' }) => `insert into calls (id, workspace_uid, agent_id, conversation_id,
        channel, mode, caller, state, secret_hash, secret_until, seconds, credits_micro, started_at, ended_at, end_reason, created_at)
        select 'call_${crypto.randomUUID()}', workspace_uid, agent_id, id, '${caller ? 'phone' : 'web'}', 'browser', '${caller}',
        'ended', 'none', now(), ${seconds}, ${seconds * 333_333}, at, at + ${seconds} * interval '1 second', '${reason}', at
        from conversations, (select now() - ${minutes} * interval '1 minute' as at) as at where id = '${conversationId}'`,
    ),
  );

test('the owner says how an agent is called, saves and publishes; nothing typed is lost', async () => {
  await owner.addInitScript(() => {
    const spoken: object[] = [];
    Object.assign(window, { spoken });
    Object.defineProperty(window, 'speechSynthesis', {
      value: {
        getVoices: () => [],
        cancel() {},
        speak(said: SpeechSynthesisUtterance) {
          spoken.push({ text: said.text, rate: said.rate });
          setTimeout(() => said.onstart?.({} as SpeechSynthesisEvent), 10);
        },
      },
    });
  });
  await owner.goto(ownerPlace('voice?tab=calls', 1));
  await expect(owner.getByText('No calls yet')).toBeVisible();
  await picture(owner, 'calls-empty', 1280);
  await owner.getByRole('button', { name: 'Go to the settings' }).click();
  await owner.getByRole('switch', { name: 'Visitors can call' }).press('Space');
  await owner.getByRole('textbox', { name: 'Spoken greeting' }).fill('Harbour Bikes, hello. How can I help you?');
  await owner.getByRole('textbox', { name: 'Speed of speech' }).fill('3');
  await owner.getByRole('textbox', { name: 'Voice', exact: true }).fill('Anna');
  await owner.getByRole('textbox', { name: 'Longest call' }).fill('90');
  await expect(owner.getByText('A minute costs 20 credits')).toBeVisible();
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(owner.getByText('Please enter 2 or less.', { exact: true })).toBeVisible();
  await expect(owner.getByText('Please enter 60 or less.', { exact: true })).toBeVisible();
  expect(await look(owner, LOOKS)).toEqual([]);
  await picture(owner, 'voice-errors-dark', 360);
  await owner.emulateMedia({ colorScheme: 'light' });
  await owner.setViewportSize({ width: 1280, height: 900 });
  await expect(owner.getByRole('textbox', { name: 'Speed of speech' })).toHaveValue('3');
  await expect(owner.getByRole('textbox', { name: 'Longest call' })).toHaveValue('90');
  await owner.getByRole('textbox', { name: 'Speed of speech' }).fill('1.25');
  await owner.getByRole('textbox', { name: 'Longest call' }).fill('10');

  await owner.getByRole('button', { name: 'Hear the greeting' }).click();
  await expect(owner.getByText('no voice of that name')).toBeVisible();
  await expect
    .poll(() => owner.evaluate(() => (window as unknown as { spoken: object[] }).spoken))
    .toEqual([
      { text: 'Harbour Bikes, hello.', rate: 1.25 },
      { text: 'How can I help you?', rate: 1.25 },
    ]);
  await picture(owner, 'voice', 1280);
  await owner.getByRole('button', { name: 'Stop', exact: true }).click();
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(owner.getByText('All changes saved')).toBeVisible();
  await owner.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(owner.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  const { settings } = await world.owner.call('get', `/v2/agents/${world.agentIds[1]}`);
  expect(settings.voice).toEqual({
    isEnabled: true,
    provider: 'browser',
    credentialId: null,
    voice: 'Anna',
    speed: 1.25,
    greeting: 'Harbour Bikes, hello. How can I help you?',
    maxMinutes: 10,
    recording: 'off',
    recordingDays: 30,
  });
});

test('a browser that cannot speak says so', async () => {
  const page = await world.context.newPage();
  await page.addInitScript(() => Reflect.deleteProperty(window, 'speechSynthesis'));
  await page.addInitScript(() => Reflect.deleteProperty(Window.prototype, 'speechSynthesis'));
  await page.goto(ownerPlace('voice', 1));
  await expect(page.getByText('This browser cannot speak.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hear the greeting' })).toBeDisabled();
  await page.goto(ownerPlace('voice?tab=phoneNumbers', 1));
  await expect(page.getByText('No phone number leads to this agent')).toBeVisible();
  await picture(page, 'numbers', 1280);
  await page.close();
});

test('the list tells of calls, ends one only once it is asked, and opens what was said', async () => {
  const { caller, conversationId } = await call();
  await past(conversationId, [{ minutes: 30, seconds: 12, reason: 'lost' }]);
  await owner.goto(ownerPlace('voice?tab=calls'));
  const live = table(owner).getByRole('row').filter({ hasText: 'Live' });
  await expect(live).toHaveCount(1, { timeout: 15_000 });
  await expect(table(owner).getByRole('row', { name: /3:12 The caller hung up/ })).toContainText('64');
  await expect(table(owner).getByRole('row', { name: /\+12025550143 1:01 Credits ran out/ })).toBeVisible();
  await expect(table(owner).getByText('Test', { exact: true })).toHaveCount(1);
  await expect(table(owner).locator('tbody tr')).toHaveCount(25);
  await owner.getByRole('button', { name: 'Show more' }).click();
  await expect(table(owner).locator('tbody tr')).toHaveCount(29);
  expect(await look(owner, LOOKS)).toEqual([]);
  await picture(owner, 'calls-dark', 360);
  await owner.emulateMedia({ colorScheme: 'light' });
  await picture(owner, 'calls', 1280);

  await live.getByRole('button', { name: 'End' }).click();
  const dialog = owner.getByRole('dialog', { name: 'End this call?' });
  await expect(dialog).toBeVisible();
  // Caught here: a call that ended without the question.
  expect(caller.closedWith()).toBeNull();
  await picture(owner, 'end-call', 1280);
  await dialog.getByRole('button', { name: 'End call' }).click();
  await expect(owner.getByText('The call was ended.')).toBeVisible();
  await caller.until(() => caller.closedWith() !== null);
  await expect(table(owner).getByText('Ended from the dashboard')).toHaveCount(1);

  await owner.goto(ownerPlace('voice?tab=calls&calls=live'));
  await expect(owner.getByText('No such calls')).toBeVisible();
  await owner.getByRole('button', { name: 'Show all calls' }).click();
  await table(owner)
    .getByRole('row', { name: /0:12 Connection lost/ })
    .getByRole('link')
    .click();
  const lines = owner.getByRole('dialog').getByRole('list', { name: 'Calls' });
  await expect(lines.getByText('Call, 0:12, connection lost')).toBeVisible();
  await expect(lines.getByText(/Call, 0:\d\d, ended from the dashboard/)).toBeVisible();
  expect(await look(owner, LOOKS)).toEqual([]);
  await owner.emulateMedia({ colorScheme: 'light' });
  await picture(owner, 'conversation', 1280);
});

async function clientPage(browser: Browser, email: string, canAccess: string[], language = 'en') {
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript((code) => localStorage.setItem('language', code), language);
  await world.addClient({ email, canAccess });
  await signInClient(page, world.clientUrl, email);
  return page;
}

test('a client sees the calls of their agents: no tests, no credits', async ({ browser }) => {
  await past(await converse(1), [{ minutes: 5, seconds: 3_723, reason: 'too_long' }]);
  const { caller } = await call();
  const page = await clientPage(browser, 'vera.voice@example.com', ['/voice', '/convos']);
  const answered = page.waitForResponse((answer) => /\/calls\?/.test(answer.url()));
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/voice`);
  const told = (await (await answered).json()).items as { isTest: boolean; credits?: number }[];
  // Caught here: credits that were told to clients, and a test that was.
  expect.soft(told.filter(({ credits }) => credits !== undefined)).toEqual([]);
  expect.soft(told.filter(({ isTest }) => isTest)).toEqual([]);
  await expect(table(page).getByText('1:02:03')).toBeVisible();
  await expect(table(page).getByRole('columnheader', { name: 'Credits' })).toHaveCount(0);
  await expect(table(page).getByText('Test', { exact: true })).toHaveCount(0);
  expect(await look(page, LOOKS)).toEqual([]);
  await picture(page, 'client-dark', 360);
  await page.emulateMedia({ colorScheme: 'light' });
  await picture(page, 'client', 1280);

  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: /^Donau/ }).click();
  await expect(table(page).locator('tbody tr')).toHaveCount(1);
  await page.getByRole('combobox', { name: 'Agent' }).click();
  await page.getByRole('option', { name: 'All agents' }).click();
  await table(page).getByRole('row').filter({ hasText: 'Live' }).getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End call' }).click();
  await caller.until(() => caller.closedWith() !== null);
  await table(page).getByRole('row', { name: /3:12/ }).getByRole('link').click();
  await expect(page.getByText('Call, 3:12, ended by the caller')).toBeVisible();
});

test('a client who may not read conversations is led to none; in Arabic the list reads from the right', async ({
  browser,
}) => {
  const page = await clientPage(browser, 'amal.voice@example.com', ['/voice'], 'ar');
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/voice`);
  await expect(page.getByRole('table').getByText('3:12')).toBeVisible();
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(0);
  expect(await look(page, LOOKS)).toEqual([]);
  await picture(page, 'client-ar-dark', 360);
  await page.emulateMedia({ colorScheme: 'light' });
  await picture(page, 'client-ar', 1280);
  await owner.addInitScript(() => localStorage.setItem('language', 'ar'));
  await owner.goto(ownerPlace('voice'));
  await expect(owner.getByRole('switch').first()).toBeVisible();
  expect(await look(owner, LOOKS)).toEqual([]);
  await picture(owner, 'voice-ar-dark', 360);
});
