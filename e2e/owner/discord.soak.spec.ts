import { expect, type Page } from '@playwright/test';
import { startDiscordStandIn } from '../../server/test/harness/discord-stand-in.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The owner: from a bot's token to an answered hello.

let server: RunningServer;
let discord: Awaited<ReturnType<typeof startDiscordStandIn>>;

test.beforeAll(async () => {
  discord = await startDiscordStandIn();
  server = await startServer({ environment: { DISCORD_API_URL: discord.url } });
});
test.afterAll(async () => {
  await server?.dispose();
  await discord?.close();
});

const ANN = '5123456789012345678';
const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Discord', exact: true }) });
const row = (page: Page) => section(page).getByRole('listitem');

test('a bot is connected by its token, and its first hello is answered', async ({ page }) => {
  const bot = discord.addBot({ name: 'Harbour Bikes', username: 'harbour_bikes' });
  const owner = await signUpOwner(page.request, server.origin, 'discord@example.com');
  const id = await createAgent(owner, 'Harbour Bikes', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.goto(`${server.origin}/app/na/agents/${id}/channels`);

  await section(page).getByRole('button', { name: 'Connect Discord' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect Discord' });
  const token = dialog.getByLabel('Token', { exact: true });
  const connect = dialog.getByRole('button', { name: 'Connect', exact: true });
  await token.fill('hello');
  await connect.click();
  await expect(dialog.getByText('This is not the token of a bot.')).toBeVisible();
  await token.fill(`${'A'.repeat(24)}.${'A'.repeat(6)}.${'A'.repeat(38)}`);
  await connect.click();
  await expect(dialog.getByText('Discord does not know this token.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await token.fill(bot.token);
  await connect.click();

  await expect(dialog.getByRole('heading', { name: 'Send hello to Harbour Bikes now' })).toBeFocused();
  await expect(dialog.getByRole('link', { name: 'Add to a server' })).toHaveAttribute(
    'href',
    `https://discord.com/oauth2/authorize?client_id=${bot.applicationId}&scope=bot&permissions=274877942784`,
  );
  expect(await seriousFaults(page)).toEqual([]);
  await expect.poll(() => discord.gateway.isConnected(bot.token)).toBe(true);
  bot.says(ANN, 'Hello!');
  await expect(dialog.getByRole('status')).toContainText('It works: Harbour Bikes received your message.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(row(page)).toContainText('Connected');
  await expect(row(page).getByRole('link', { name: 'harbour_bikes' })).toHaveAttribute(
    'href',
    `https://discord.com/users/${bot.id}`,
  );
  await expect.poll(() => bot.sent(ANN).length).toBeGreaterThan(0);
  expect(await seriousFaults(page)).toEqual([]);
});
