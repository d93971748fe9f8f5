import { type Browser, expect, type Page, test } from '@playwright/test';
import { startBicycleShop } from './bicycle-shop.ts';
import { createAgent, signUpOwner } from './owner-api.ts';
import { runSql } from './run-sql.ts';
import { type RunningServer, startServer } from './server.ts';
import { openChat } from './visitor.ts';

// A visitor asks for a person, one of two operators takes over, the agent is silent in between, the server dies and comes back.

let server: RunningServer;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer();
  shop = await startBicycleShop();
});

test.afterAll(async () => {
  await server?.dispose();
  await shop?.close();
});

const openInbox = async (page: Page, uid: string) => {
  await page.addInitScript((chosen) => localStorage.setItem('selected-workspace-na', chosen), uid);
  await page.goto(`${server.origin}/app/na/sessions?view=inbox`);
  await expect(page.getByText('Nobody is waiting.')).toBeVisible();
};

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

test('two browsers, a third who loses the claim, and a crash in the middle', async ({ browser }) => {
  test.setTimeout(240_000);
  const [operator, rival] = [await newPage(browser), await newPage(browser)];
  const owner = await signUpOwner(operator.request, server.origin, 'operator@example.com');
  const other = await signUpOwner(rival.request, server.origin, 'rival@example.com');
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  server = await runSql(
    server,
    `insert into workspace_members (workspace_uid, user_id, permissions) values ('${owner.uid}', '${other.uid}', '["conversations.reply"]')`,
  );
  await openInbox(operator, owner.uid);
  await openInbox(rival, owner.uid);

  const script = `<script async src="${server.origin}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  const { chat, send, ask } = await openChat(browser, shop, script);
  await ask('What does an electric bike cost?');
  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await expect(
    chat.locator('.chat-handoff', { hasText: 'A person was asked for. You can go on writing.' }),
  ).toBeVisible();

  for (const page of [operator, rival]) {
    await page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').click();
    await expect(page.getByRole('log')).toContainText('28 euros a day');
  }
  const lost = rival.getByRole('button', { name: 'Take over' });
  // Both press at what both saw; the one who comes second is told by whom.
  const refused = rival.waitForResponse((answer) => answer.url().endsWith('/claim'));
  await Promise.all([
    operator.getByRole('button', { name: 'Take over' }).click(),
    rival.route('**/claim', async (route) => {
      await expect(chat.locator('.chat-handoff', { hasText: 'Ann Example joined' })).toBeVisible();
      await route.continue();
    }),
    lost.click(),
  ]);
  expect((await refused).status()).toBe(409);
  await expect(rival.getByText('Ann Example has taken over this conversation.')).toBeVisible();
  await expect(rival.getByText('Held by Ann Example').first()).toBeVisible();

  const reply = operator.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Good day, this is Ann.');
  await expect(chat.getByRole('img', { name: 'Ann Example is writing' })).toBeVisible();
  await reply.press('Enter');
  await expect(chat.getByRole('log').getByText('Good day, this is Ann.')).toBeVisible();
  const answers = await chat.locator('.chat-message-agent').count();
  await send('Do you have helmets?');
  await expect(operator.getByRole('log')).toContainText('Do you have helmets?');

  await server.stop('SIGKILL');
  server = await startServer({ dataDir: server.dataDir, port: Number(new URL(server.origin).port) });
  await reply.fill('Yes, two euros a day.');
  await reply.press('Enter');
  await expect(chat.getByRole('log').getByText('Yes, two euros a day.')).toBeVisible({ timeout: 30_000 });
  expect(await chat.locator('.chat-message-agent').count(), 'the agent said nothing in between').toBe(answers + 1);
  await expect(chat.getByRole('log').getByText('Good day, this is Ann.')).toHaveCount(1);

  await operator.getByRole('button', { name: 'Give back to the agent' }).click();
  await expect(operator.getByText('The agent answers again.')).toBeVisible();
  await ask('What does an electric bike cost?');
});
