import { type Browser, expect, type Route } from '@playwright/test';
import { type BicycleShop, prices, startBicycleShop } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS_RTL, LOOKS_WITHIN, look } from '../world/looks.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// What is new is looked at on a page of one's own, while visitors stay with what is live.

let server: RunningServer;
let shop: BicycleShop;
test.beforeAll(async ({ shared }) => {
  server = shared;
  shop = await startBicycleShop();
});
test.afterAll(() => shop.close());

async function greet(owner: Owner, id: string, greeting: string) {
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${id}`);
  await owner.call('post', `/v2/agents/${id}`, { settings: { ...settings, greeting }, draftRevision });
}

/** A visitor's browser on a page that carries a script; what they are greeted with, and what they are answered. */
async function visit(browser: Browser, path: string, script: string) {
  shop.addPage(path, script);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${shop.origin}${path}`);
  await visitor.getByRole('button', { name: /^Chat/ }).click();
  const chat = visitor.frameLocator('iframe[title="Chat"]');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers).toHaveCount(1);
  return {
    visitor,
    answers,
    async ask(text: string) {
      const before = await answers.count();
      const composer = chat.getByRole('textbox', { name: 'Write a message…' });
      await composer.fill(text);
      await composer.press('Enter');
      await expect(answers).toHaveCount(before + 1, { timeout: 40_000 });
    },
  };
}

test('a new greeting is met on staging alone, until it is promoted', async ({ page, browser }) => {
  test.setTimeout(180_000);
  const owner = await signUpOwner(page.request, server.origin, addressFor('environments'));
  const id = await createAgent(owner, 'Harbour Bikes and Boats of the Old Town Quay, established 1923', prices);
  const history = page.getByRole('dialog', { name: 'Version history' });
  const staging = history.getByRole('region', { name: 'Staging' });
  await page.goto(`${server.origin}/app/na/agents/${id}/overview?versions=true`);
  // Nothing is published: there is nothing to stage.
  await expect(history.getByText('Nothing was published yet.')).toBeVisible();
  await expect(staging).toBeHidden();
  await greet(owner, id, 'The old greeting.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await page.reload();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  // By the keyboard alone.
  await staging.getByRole('switch', { name: 'Staging' }).focus();
  await page.keyboard.press('Space');
  await expect(staging.getByRole('status')).toHaveText('Staging and live are both version 1.');
  const script = (await staging.locator('pre').textContent()) ?? '';
  expect(script).toContain('data-env="staging"');
  const live = await visit(browser, '/live', script.replace(/\s+data-env="staging"/, ''));
  await expect(live.answers).toHaveText(/The old greeting\./);
  await page.keyboard.press('Escape');

  await greet(owner, id, 'The new greeting.');
  await page.reload();
  await page.getByRole('button', { name: 'Publish to staging' }).click();
  await expect(page.getByText('Visitors of live get it once you promote it.')).toBeVisible();
  const staged = await visit(browser, '/staging', script);
  await expect(staged.answers).toHaveText(/The new greeting\./);
  await staged.ask('What does an electric bike cost?');
  const later = await visit(browser, '/live', script.replace(/\s+data-env="staging"/, ''));
  await expect(later.answers).toHaveText(/The old greeting\./);

  // The conversation says where it was held.
  await page.goto(`${server.origin}/app/na/agents/${id}/convos`);
  const row = page.getByRole('link', { name: /What does an electric bike cost/ });
  await expect(row.getByText('Staging')).toBeVisible();
  await row.click();
  const opened = page.getByRole('dialog').filter({ hasText: 'The new greeting.' });
  await expect(opened.getByText('Staging', { exact: true })).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  await staged.ask('I want to talk to a person');
  await page.goto(`${server.origin}/app/na/inbox`);
  const waiting = page.getByRole('main').getByRole('listitem').filter({ hasText: 'I want to talk to a person' });
  await expect(waiting.getByText('Staging')).toBeVisible();
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  if (process.env.PICTURES_DIR) await page.screenshot({ path: `${process.env.PICTURES_DIR}/inbox-staging.png` });
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.goto(`${server.origin}/app/na/agents/${id}/overview`);
  await page.getByRole('button', { name: 'Promote to live' }).click();
  await expect(staging.getByRole('status')).toHaveText('Staging is version 2, live is version 1.');
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });
  await staging.getByRole('button', { name: 'Promote to live' }).press('Enter');
  const asking = page.getByRole('dialog', { name: 'Promote version 2 to live?' });
  await expect(asking).toContainText('Greeting');
  await expect(asking).toContainText('new greeting.');
  expect(await look(page, LOOKS_WITHIN)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  // Somebody publishes another one meanwhile, of which this screen does not hear in time.
  const publishFirst = async (route: Route) => {
    await greet(owner, id, 'The newest greeting.');
    await owner.call('post', `/v2/agents/${id}/publish`, {});
    await route.continue();
  };
  await page.route('**/api/**/promote', publishFirst, { times: 1 });
  await asking.getByRole('button', { name: 'Promote to live' }).click();
  await expect(page.getByText('Staging was not promoted.')).toBeVisible();
  await expect(page.getByText(/Staging is version 3 by now|changed elsewhere/)).toBeVisible();
  const again = page.getByRole('dialog', { name: 'Promote version 3 to live?' });
  await expect(again).toContainText('newest greeting.');
  await again.getByRole('button', { name: 'Promote to live' }).click();
  await expect(page.getByText('Version 3 is live.')).toBeVisible();
  await expect(staging.getByRole('status')).toHaveText('Staging and live are both version 3.');
  const last = await visit(browser, '/live', script.replace(/\s+data-env="staging"/, ''));
  await expect(last.answers).toHaveText(/The newest greeting\./);

  // Back to what it was, for who visits now.
  await history.getByRole('button', { name: /^Version 1/ }).click();
  await history.getByRole('button', { name: 'Restore this version' }).click();
  const restoring = page.getByRole('dialog', { name: 'Restore version 1?' });
  await expect(restoring).toContainText('It becomes live at once');
  await restoring.getByRole('button', { name: 'Restore and publish' }).click();
  await expect(staging.getByRole('status')).toHaveText('Staging is version 3, live is version 4.');

  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.reload();
  await expect(page.getByText('بيئة التجربة هي الإصدار')).toBeVisible();
  expect(await look(page, LOOKS_RTL)).toEqual([]);
  for (const { visitor } of [live, staged, later, last]) await visitor.context().close();
});
