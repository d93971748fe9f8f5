import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { runSql } from '../world/databases.ts';
import { addressFor, test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';

// A member who may look at the agency and change nothing of it.

const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

// Planted: `canEdit` of the server's view is true for every member -> buttons that are refused.
test('whoever may not change the agency sees its domains, and nothing to press that would be refused, nor is told to', async ({
  browser,
  shared,
}) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  const owners = await browser.newContext();
  const { uid, call } = await signUpOwner(owners.request, shared.origin, addressFor('boss'));
  await call('post', '/rpc/activateWhitelabelTrial', { uid });
  await call('post', `/v2/workspaces/${uid}/agency`, { name: 'Nordlicht' });

  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const member = await signUpOwner(context.request, shared.origin, addressFor('reader'));
  await runSql(
    shared,
    `insert into workspace_members (workspace_uid, user_id, permissions)
      select '${uid}', owner_user_id, '[]' from workspaces where uid = '${member.uid}'`,
  );
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`);
  });
  const address = `${shared.origin}/app/na/agency?activeTabIndex=2`;
  await page.goto(`${address}&workspace=${uid}`);
  await expect(page.getByText('No sending domain yet')).toBeVisible();
  await expect(page.getByText('Members who may change the agency can add one.')).toBeVisible();
  await expect(page.getByLabel('Domain', { exact: true })).toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'reader-email-empty');

  await call('post', '/resend/domains/mail.reader.example', { uid });
  // A link of a reminder, passed on: the question is not theirs.
  await page.goto(`${address}&workspace=${uid}&stopReminder=true`);
  await expect(page.getByText('mail.reader.example', { exact: true })).toBeVisible();
  await expect(page.getByText(new RegExp(`${addressFor('boss')} is reminded by mail`))).toBeVisible();
  await expect(page.getByText('A member who may change the agency then has them verified.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy instructions' }).click();
  await expect(page.getByText('Instructions copied to clipboard!')).toBeVisible();
  for (const name of ['Verify', 'Remove domain', 'Email instructions', 'Do not remind me', 'Save'])
    await expect(page.getByRole('button', { name, exact: true }), name).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'reader-email');
  for (const status of ['not_started', 'pending', 'verified', 'temporary_failure', 'failure']) {
    await runSql(
      shared,
      `update sending_domains set status = '${status}', next_check_at = null where domain = 'mail.reader.example'`,
    );
    await page.reload();
    await expect(page.getByText('mail.reader.example', { exact: true })).toBeVisible();
    await expect(page.getByText(/verify/i), status).toHaveCount(0);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 800 });
  await page.evaluate(() => localStorage.setItem('language', 'ar'));
  await page.reload();
  await expect(page.getByText('mail.reader.example', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await picture(page, 'reader-email-ar-360');
  const host = 'portal.reader.localhost';
  await call('post', '/hosting/custom-domain', { uid, customDomain: host, isCustomDomain: true });
  await page.evaluate(() => localStorage.setItem('language', 'en'));
  for (const state of ['unverified', 'issuing', 'live', 'failing', 'suspended']) {
    await runSql(shared, `update agency_hosts set state = '${state}', next_check_at = null where host = '${host}'`);
    await page.goto(`${shared.origin}/app/na/agency?activeTabIndex=1&workspace=${uid}`);
    await expect(page.getByText(host, { exact: true })).toBeVisible();
    await expect(page.getByText(/verify/i), state).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove domain' }), state).toHaveCount(0);
  }
  await picture(page, 'reader-domain-suspended-360');
  // A tab can be opened and read.
  const tab = { ID: 'tab_readerreader123', label: 'News', href: '/news', htmlContent: '<h1>Summer</h1>' };
  await call('post', `/v2/workspaces/${uid}/agency`, { customTabs: [tab] });
  await page.goto(`${shared.origin}/app/na/agency?activeTabIndex=4&workspace=${uid}`);
  await expect(page.getByText('Only members who may change the agency can change these settings.')).toBeVisible();
  await page.getByRole('button', { name: 'Show News' }).click();
  await expect(page.getByRole('textbox', { name: 'HTML' })).toContainText('Summer');
  await expect(page.getByLabel('Label', { exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: /^(Add|Delete|Move|Edit) / })).toHaveCount(0);
  expect(await seriousFaults(page)).toEqual([]);
  await picture(page, 'reader-tab-360');
  expect(refused).toEqual([]);
  await context.close();
  await owners.close();
});
