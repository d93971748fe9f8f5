import { expect } from '@playwright/test';
import { type BicycleShop, startBicycleShop } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// The tag that an owner copies, and the page that carries it.

let server: RunningServer;
let shop: BicycleShop;
test.beforeAll(async ({ shared }) => {
  server = shared;
  shop = await startBicycleShop();
});
test.afterAll(() => shop.close());

// Planted: the address of the window in the script -> the customers' pages name the platform.
test('pages bring the script from the agency’s own address, and the chat opens with it', async ({ browser }) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, server.origin, addressFor('scripted'));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  const claim = { uid: owner.uid, customDomain: 'scripted', isVGSubdomain: true };
  const { clientUrl } = await owner.call('post', '/hosting/custom-domain', claim);
  const agentId = await createAgent(owner, 'Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  const page = await context.newPage();
  await page.goto(`${server.origin}/app/na/agents/${agentId}/overview`);
  await page.getByRole('button', { name: 'Widget Script' }).first().click();
  const script = (await page.getByRole('dialog').locator('pre').textContent()) ?? '';
  expect(script).toContain(`src="${clientUrl}/widget.js"`);
  const { visitor, chat, ask } = await openChat(browser, shop, script);
  const asked: string[] = [];
  visitor.on('request', (request) => asked.push(new URL(request.url()).host));
  await expect(await ask('What does an electric bike cost?')).toContainText('28 euros');
  await visitor.reload();
  await expect(chat.getByRole('textbox')).toBeVisible();
  expect(asked).toContain(new URL(clientUrl as string).host);
  expect(asked).not.toContain(new URL(server.origin).host);
  await visitor.context().close();
  await context.close();
});
