import { expect } from '@playwright/test';
import { makeLinkToken } from '../../server/src/domain/sealing/visitor-link.ts';
import { type BicycleShop, startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// A visitor is mailed what was said after they had gone, and comes back by its link on another device.

const SECRET_KEY = 'e2e-0123456789abcdefghijklmnopqrstuvwxyz';
let server: RunningServer;
let shop: BicycleShop;

test.beforeAll(async () => {
  server = await startServer({ database: 'embedded', environment: { SECRET_KEY } });
  shop = await startBicycleShop();
});
test.afterAll(async () => {
  await server?.dispose();
  await shop?.close();
});

test('the link of a mail opens the conversation on another device, and what is said there is one conversation', async ({
  browser,
}) => {
  const owner = await signUpOwner((await browser.newContext()).request, server.origin, 'link@example.com');
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  const script = `<script async src="${server.origin}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  const { visitor, ask, chat: first } = await openChat(browser, shop, script);
  await ask('What does an electric bike cost?');
  const saved = await visitor.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}'),
    `runtime_local_${agentId}`,
  );
  const { conversationId } = saved.current;

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 780 } })).newPage();
  const token = makeLinkToken(SECRET_KEY, conversationId, new Date());
  await phone.goto(`${server.origin}/c/na/${agentId}#${conversationId}.${token}`);
  const chat = phone.frameLocator('iframe[title="Chat"]');
  await expect(chat.getByText('28 euros a day')).toBeVisible();
  // Whoever looks over a shoulder, or at the history, finds no link that opens it.
  expect(phone.url()).not.toContain('vl_');
  await chat.getByRole('textbox', { name: 'Write a message…' }).fill('Thank you');
  await phone.keyboard.press('Enter');
  await expect(first.getByText('Thank you', { exact: true })).toBeVisible();
  await phone.reload();
  await expect(chat.getByText('Thank you', { exact: true })).toBeVisible();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${server.origin}/c/na/${agentId}#${conversationId}.vl_forged`);
  const theirs = stranger.frameLocator('iframe[title="Chat"]');
  await expect(theirs.getByRole('textbox', { name: 'Write a message…' })).toBeVisible();
  await expect(theirs.getByText('28 euros a day')).toHaveCount(0);
});
