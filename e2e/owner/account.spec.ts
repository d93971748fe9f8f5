import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// A person takes everything along and ends the account.

let server: RunningServer;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startServer();
});

test.afterAll(async () => {
  await server?.dispose();
});

test('a person exports what is theirs, then deletes the account', async ({ page }) => {
  const email = 'leaving@example.com';
  await signUpOwner(page.request, server.origin, email);
  await page.goto(`${server.origin}/app/na/account`);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export your data' }).click();
  const path = await (await downloading).path();
  const { person, memberships } = JSON.parse(readFileSync(path, 'utf8'));
  expect(person.email).toBe(email);
  expect(memberships).toMatchObject([{ workspaceUid: person.uid, isOwner: true }]);
  await expect(page.getByText('The export is in your downloads.')).toBeVisible();

  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('THIS ACTION CANNOT BE UNDONE.')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Delete account' });
  await dialog.getByLabel(`Type ${email} to confirm`).fill('somebody.else@example.com');
  await expect(confirm).toBeDisabled();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await confirm.click();
  await expect(page.getByText('Your account was deleted.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
