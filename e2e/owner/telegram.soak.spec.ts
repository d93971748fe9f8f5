import { expect, type Page } from '@playwright/test';
import { startTelegramStandIn } from '../../server/test/harness/telegram-stand-in.ts';
import { makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from a token to the first message, through a pause, to the end of a bot. The client looks on.

let server: RunningServer;
let telegram: Awaited<ReturnType<typeof startTelegramStandIn>>;

test.beforeAll(async () => {
  telegram = await startTelegramStandIn();
  server = await startServer({ environment: { TELEGRAM_API_URL: telegram.url } });
});
test.afterAll(async () => {
  await server?.dispose();
  await telegram?.close();
});

const CHAT = 77;
const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Telegram' }) });
const row = (page: Page) => section(page).getByRole('listitem');

test('a bot is connected, written to, paused, resumed and removed', async ({ page }) => {
  const bot = telegram.addBot({ name: 'Harbour Bikes', username: 'harbour_bikes_bot' });
  await bot.carryOut('setWebhook', { url: 'https://hooks.example.com/bot', secret_token: 'theirs' });
  const owner = await signUpOwner(page.request, server.origin, 'bots@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/channels`);

  await section(page).getByRole('button', { name: 'Connect Telegram' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Telegram' });
  const token = dialog.getByLabel('Token', { exact: true });
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
  await token.fill('hello');
  await connect.click();
  await expect(dialog.getByText('This is not the token of a bot.')).toBeVisible();
  await token.fill(`1234567:${'x'.repeat(35)}`);
  await connect.click();
  await expect(dialog.getByText('Telegram does not know this token.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  await token.fill(bot.token);
  await connect.click();
  const question = dialog.getByText('Harbour Bikes answers for hooks.example.com. Take over?');
  await expect(question).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(token).toHaveValue(bot.token);
  expect(bot.webhook()?.secret).toBe('theirs');
  await connect.click();
  await dialog.getByRole('button', { name: 'Take over' }).click();

  await expect(dialog.getByRole('heading', { name: 'Send hello to Harbour Bikes now' })).toBeFocused();
  await expect(dialog.getByRole('link', { name: 'Open in Telegram' })).toHaveAttribute(
    'href',
    'https://t.me/harbour_bikes_bot',
  );
  await expect(dialog.getByRole('status')).toContainText('Waiting for the first message');
  expect(await seriousFaults(page)).toEqual([]);
  await bot.says(CHAT, 'Hello!');
  await expect(dialog.getByRole('status')).toContainText('It works: Harbour Bikes received your message.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page)).toContainText('Connected');
  await expect.poll(() => bot.sent(CHAT).length).toBeGreaterThan(0);
  expect(await seriousFaults(page)).toEqual([]);

  await row(page).getByRole('button', { name: 'Pause' }).click();
  await expect(row(page)).toContainText('Nothing is answered or sent.');
  const sent = bot.sent(CHAT).length;
  await bot.says(CHAT, 'When are you open?');
  await row(page).getByRole('button', { name: 'Resume' }).click();
  await expect(row(page)).toContainText('Connected');
  await expect.poll(() => bot.sent(CHAT).length).toBeGreaterThan(sent);

  await row(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(section(page).getByRole('button', { name: 'Connect Telegram' })).toBeVisible();
  await expect.poll(() => bot.webhook()).toBeNull();
  await page.getByRole('link', { name: 'Conversations' }).click();
  await expect(page.getByRole('list', { name: 'Conversations' })).toContainText('Hello!');
});

test('clients see the bots of their agent, and nothing to change', async ({ browser }) => {
  const bot = telegram.addBot({ name: 'Harbour Cafe', username: 'harbour_cafe_bot' });
  const world = await makeAgencyWorld(browser, server.origin, { sub: 'cafe' });
  const { uid, call } = world.owner;
  const [id] = world.agentIds;
  await call('post', `/v2/workspaces/${uid}/agents/${id}/channels/telegram`, { token: bot.token });
  const { email } = await world.addClient({ email: 'looker@example.com', canAccess: ['/nodes', '/channels'] });
  const page = await (await browser.newContext()).newPage();
  await signInClient(page, world.clientUrl, email);
  await page.goto(`${world.clientUrl}/app/na/agents/${id}/channels`);
  await expect(row(page).getByRole('link', { name: '@harbour_cafe_bot' })).toBeVisible();
  await expect(row(page)).toContainText('Waiting for the first message');
  await expect(section(page).getByRole('button')).toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);
});
