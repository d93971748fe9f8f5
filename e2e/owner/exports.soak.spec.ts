import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { recordsOf, unpack } from '../../server/test/factories/export-factory.ts';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// Everything of a workspace as one archive: asked for, watched, downloaded, deleted; and what is said when it goes wrong.

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

const section = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Export', exact: true }) });

async function openSettings(page: Page, email: string) {
  const owner = await signUpOwner(page.request, server.origin, email);
  await page.goto(`${server.origin}/app/na/settings`);
  await expect(section(page).getByText('No export has been made in the last days.')).toBeVisible();
  return owner;
}

test('an export is made, downloaded and deleted', async ({ page }) => {
  const owner = await openSettings(page, addressFor('exporter'));
  await createAgent(owner, 'Opening hours', 'The shop is open until nine.');
  const ask = section(page).getByRole('button', { name: 'Make an export' });
  await ask.click();
  await expect(section(page).getByText('Ready')).toBeVisible({ timeout: 40_000 });
  await expect(section(page).getByText('Only you can download it.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  const downloading = page.waitForEvent('download');
  await section(page).getByRole('link', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^export-Personal-\w{5}-\d{4}-\d\d-\d\d\.zip$/);
  const documents = recordsOf(unpack(readFileSync(await file.path())), 'knowledge_documents');
  expect(documents).toMatchObject([{ title: 'Opening hours', text: 'The shop is open until nine.' }]);

  await section(page).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this export?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(section(page).getByText('No export has been made in the last days.')).toBeVisible();
  await expect(ask).toBeEnabled();
});

/** What the server would answer of one that is under way or came to nothing. */
const answered = (state: string, done: number, total: number) => ({
  items: [
    {
      ...{ id: 'exp_1', state, done, total, bytes: 0, sha256: '', readyAt: null },
      createdAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    },
  ],
});

test('one that is being made says how far it is; one that failed says what to do', async ({ page }) => {
  await openSettings(page, addressFor('waiter'));
  let json: unknown = answered('making', 12_400, 49_600);
  await page.route('**/exports', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json }) : route.abort(),
  );
  await page.reload();
  await expect(section(page).getByText('12,400 of 49,600 records and files.')).toBeVisible();
  await expect(section(page).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  const ask = section(page).getByRole('button', { name: 'Make an export' });
  await expect(ask).toBeDisabled();
  expect(await seriousFaults(page)).toEqual([]);
  json = answered('failed', 0, 0);
  // It looks again by itself.
  await expect(section(page).getByText('The export could not be made. Nothing was changed.')).toBeVisible();
  await ask.click();
  await expect(page.getByText('The export was not started.')).toBeVisible();
  json = { broken: true };
  await page.unroute('**/exports');
  await page.route('**/exports', (route) => route.abort());
  await page.reload();
  await expect(section(page).getByText('The exports could not be loaded.')).toBeVisible();
});
