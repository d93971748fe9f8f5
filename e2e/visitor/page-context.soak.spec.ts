import { expect } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { startBicycleShop } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

let server: RunningServer;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;
test.beforeAll(async ({ shared }) => {
  server = shared;
  shop = await startBicycleShop();
});
test.afterAll(async () => {
  await shop?.close();
});

test('an operator sees from which page a visitor writes, and what the page says of them', async ({ browser, page }) => {
  const owner = await signUpOwner(page.request, server.origin, addressFor('pages'));
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  shop.addPage('/e-bikes', `<script async src="${server.origin}/widget.js" data-id="${agentId}"></script>`);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${shop.origin}/e-bikes?token=secret&utm_source=mail`);
  await visitor.getByRole('button', { name: /^Chat/ }).click();
  const chat = visitor.frameLocator('iframe[title="Chat"]');
  await chat.getByRole('textbox').fill('What does this one cost?');
  const sent = visitor.waitForRequest((request) => request.url().endsWith('/messages'));
  await chat.getByRole('textbox').press('Enter');
  const { page: said } = (await sent).postDataJSON();
  expect(said).toEqual({ url: `${shop.origin}/e-bikes?utm_source=mail`, title: 'Our shop' });
  await visitor.evaluate(() => {
    (window as unknown as { AgentChat: { setVariables(more: object): void } }).AgentChat.setVariables({
      plan: 'pro',
      name: 'Vera Visitor',
    });
  });
  // Where the owner finds the script they find these calls.
  await page.goto(`${server.origin}/app/na/agents/${agentId}/channels`);
  await page.getByText('Control the chat from your page').click();
  await expect(page.getByText('AgentChat.setVariables(')).toBeVisible();
  const { items } = await owner.call('get', `/v2/agents/${agentId}/conversations`);
  await page.goto(`${server.origin}/app/na/inbox?chat=${items[0].id}`);
  // Nobody left a name: the page's stands in place of a number.
  await expect(page.getByRole('heading', { name: 'Vera Visitor' })).toBeVisible();
  await page.getByRole('tab', { name: 'Visitor' }).click();
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByRole('link', { name: 'Our shop' })).toHaveAttribute('href', /e-bikes\?utm_source=mail$/);
  await expect(panel).toContainText('Computer');
  await expect(panel).toContainText('plan');
  await expect(panel).toContainText('pro');
  expect(await seriousFaults(page)).toEqual([]);
});
