import { expect } from '@playwright/test';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

test('an empty workspace is explored with demo data, and is empty again after one press', async ({ page, context }) => {
  await signUpOwner(context.request, server.origin, addressFor('demo'));
  await page.goto(`${server.origin}/app/na/agents`);
  await page.getByRole('button', { name: 'Explore with demo data' }).click();
  const bar = page.getByRole('region', { name: 'Demo data' });
  await expect(bar).toContainText('It uses up no trial.');
  await expect(page.getByRole('link', { name: 'Harbour Bikes' }).first()).toBeVisible();

  const opened = context.waitForEvent('page');
  await bar.getByRole('link', { name: 'Open the page with the widget' }).click();
  const shop = await opened;
  await shop.getByRole('button', { name: /^Chat/ }).click();
  const chat = shop.frameLocator('iframe[title="Chat"]');
  await chat.getByRole('textbox').fill('What does an electric bike cost?');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByRole('log').getByText('28 euros')).toBeVisible();
  await shop.close();

  // What is put on a page while there is demo data works after it is gone, too: it does not come from the demo's address.
  await page.getByRole('link', { name: 'Harbour Bikes' }).first().click();
  await page
    .getByRole('tab', { name: 'Channels' })
    .or(page.getByRole('link', { name: 'Channels' }))
    .click();
  await expect(page.getByText(`src="${server.origin}/widget.js"`)).toBeVisible();
  await page.goto(`${server.origin}/app/na/agents`);

  await bar.getByRole('link', { name: 'See its clients' }).click();
  await expect(page.getByText('Dana Example')).toBeVisible();
  await page.goBack();
  await bar.getByRole('button', { name: 'Remove demo data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove demo data' }).click();
  await expect(page.getByRole('button', { name: 'Explore with demo data' })).toBeVisible();
  await expect(bar).toBeHidden();
});
