import { expect } from '@playwright/test';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// Notices of the specification that belong to no journey of their own.

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

test('who is not signed in and wants a new agent is told so, signs in, and gets there', async ({ page, browser }) => {
  const needsLogin = page.getByText('You must be logged in to create an agent');
  const other = await browser.newContext();
  await signUpOwner(other.request, server.origin, addressFor('new-agent'));
  await other.close();

  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(needsLogin).toHaveCount(0);

  await page.goto(`${server.origin}/app/na/agents/new?from=text`);
  await expect(needsLogin).toBeVisible();
  await page.getByLabel('Email').fill(addressFor('new-agent'));
  await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/app\/na\/agents\/new\?from=text/);
  await expect(page.getByRole('radio', { name: 'Text' })).toBeChecked();
});

test('account data that cannot be read again: a notice, nobody is signed out, the screen stays, Retry mends it', async ({
  page,
}) => {
  await signUpOwner(page.request, server.origin, addressFor('refresh'));
  await page.goto(`${server.origin}/app/na/settings`);
  const name = page.getByLabel('Name', { exact: true });
  await expect(name).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: 'Error occurred refreshing account data.' });
  await page.route('**/api/na/v2/me', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now.', requestId: 'r-refresh' } }),
  );
  await name.fill('Harbour Bikes and Boats');
  await page.keyboard.press('Control+s');
  await expect(notice).toBeVisible({ timeout: 40_000 });
  await expect(name).toHaveValue('Harbour Bikes and Boats');
  await expect(page).toHaveURL(/\/app\/na\/settings/);

  await page.unroute('**/api/na/v2/me');
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Harbour Bikes/ }).first()).toBeVisible();
});
