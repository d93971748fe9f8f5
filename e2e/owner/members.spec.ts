import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// A workspace and its people: settings, invitations by real mail, permissions, and being put out at once.

const name = 'Kundenberatung Donaudampfschifffahrt';
let server: RunningServer;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;

test.beforeAll(async () => {
  inbox = await startSmtpInbox();
  server = await startServer({ environment: { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' } });
});

test.afterAll(async () => {
  await server?.dispose();
  await inbox?.close();
});

/** The link in the newest mail to an address. */
async function mailedLink(to: string, count = 1): Promise<string> {
  const mails = () => inbox.mails.filter(({ recipients }) => recipients.includes(to));
  await expect.poll(() => mails().length, { timeout: 40_000 }).toBeGreaterThanOrEqual(count);
  const link = /http:\/\/\S+\/no-auth\/\S+/.exec(mails().at(-1)?.text ?? '')?.[0];
  if (!link) throw new Error('There is no link in the mail.');
  return link;
}

async function createWorkspace(page: Page, workspaceName: string) {
  await page.goto(`${server.origin}/app/na/agents?panel=new-workspace`);
  const drawer = page.getByRole('dialog', { name: 'New workspace' });
  await drawer.getByRole('button', { name: 'Create workspace' }).click();
  await expect(drawer.getByText('Please enter a workspace name.')).toBeVisible();
  await drawer.getByLabel('Name').fill(workspaceName);
  const loaded = page.waitForEvent('load');
  await drawer.getByRole('button', { name: 'Create workspace' }).click();
  await loaded;
  await expect(page.getByRole('button', { name: /^Workspace:/ })).toContainText(`${workspaceName.slice(0, 19)}`);
}

const menu = (page: Page) => page.getByRole('button', { name: /^Workspace:/ });

test('a workspace is created, gets a photo and a name, and is deleted for good', async ({ page }) => {
  await signUpOwner(page.request, server.origin, 'owner@example.com');
  await createWorkspace(page, name);
  await expect(menu(page)).toContainText('Kundenberatung Dona…');

  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Workspace settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Workspace settings' });
  await expect(page).toHaveURL(/panel=workspace/);
  const pick = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    drawer.locator('input[type=file]').setInputFiles(file);
  await pick({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(drawer.getByText('Only png, jpg, jpeg, webp, gif Files')).toBeVisible();
  await pick({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) });
  await expect(drawer.getByText('Max size: 5 MBs')).toBeVisible();
  await pick({ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') });
  await expect(drawer.getByText('The photo could not be uploaded.')).toBeVisible();
  const photo = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#1F8A5B' } })
    .png()
    .toBuffer();
  await pick({ name: 'harbour.png', mimeType: 'image/png', buffer: photo });
  await expect(drawer.getByRole('button', { name: 'Remove photo' })).toBeVisible();

  await drawer.getByLabel('Name').fill('');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(drawer.getByText('Please enter a workspace name.')).toBeVisible();
  await drawer.getByLabel('Name').fill('Harbour Bikes');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();

  await page.route('**/v2/workspaces/*', (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Forced failure.', requestId: 'r' } }),
  );
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Failed to save workspace.')).toBeVisible();
  await expect(drawer.getByLabel('Name')).toHaveValue('Harbour Bikes');
  await page.unroute('**/v2/workspaces/*');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Successfully saved workspace data.')).toBeVisible();
  await expect(menu(page).locator('img')).toHaveAttribute('src', /^\/api\/na\/files\/fil_/);
  expect(await seriousFaults(page)).toEqual([]);

  await page.reload();
  await drawer.getByRole('button', { name: 'Delete workspace' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Harbour Bikes?' });
  await expect(question.getByText('THIS ACTION CANNOT BE UNDONE.')).toBeVisible();
  const confirm = question.getByRole('button', { name: 'Delete workspace' });
  await expect(confirm).toBeDisabled();
  await question.getByLabel('Type Harbour Bikes to confirm').fill('Harbour Bikes');
  await page.route('**/v2/workspaces/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Forced failure.', requestId: 'r' } })
      : route.fallback(),
  );
  await confirm.click();
  await expect(page.getByText('Failed to delete workspace.')).toBeVisible();
  await page.unroute('**/v2/workspaces/*');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Successfully deleted workspace.')).toBeVisible();
  await expect(menu(page)).toContainText(/Personal/);
  // The personal workspace offers no deletion.
  await page.goto(`${server.origin}/app/na/settings`);
  await expect(page.getByRole('heading', { name: 'Workspace secret' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete workspace' })).toHaveCount(0);
});

test('invited by mail, joined in a second browser, limited, removed and locked out at once', async ({
  page,
  browser,
}) => {
  await signUpOwner(page.request, server.origin, 'olga@example.com');
  await createWorkspace(page, 'Harbour Bikes');
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Invite a member' }).click();
  const drawer = page.getByRole('dialog', { name: 'Invite a member' });
  const send = drawer.getByRole('button', { name: 'Send invitation' });
  await drawer.getByLabel('Email').fill('no address');
  await send.click();
  await expect(drawer.getByText('Please enter a valid email')).toBeVisible();
  await drawer.getByLabel('Email').fill('Olga@example.com');
  await send.click();
  await expect(drawer.getByText("You can't invite yourself lol")).toBeVisible();
  await drawer.getByLabel('Email').fill('ben@example.com');
  await page.route('**/v2/workspaces/*/email', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Forced failure.', requestId: 'r' } }),
  );
  await send.click();
  await expect(page.getByText('Failed to invite ben@example.com')).toBeVisible();
  await expect(page.getByText('Successfully invited ben@example.com')).toHaveCount(0);
  await page.unroute('**/v2/workspaces/*/email');
  // The notice of the failure lies over the button.
  await page.getByRole('button', { name: 'Close notice' }).click();
  await drawer.getByLabel('Answer visitors').uncheck();
  await send.click();
  await expect(page.getByText('Successfully invited ben@example.com')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText('ben@example.com');

  // A mail scanner opens every link, in every way, and uses nothing up.
  const link = await mailedLink('ben@example.com');
  for (const method of ['HEAD', 'GET'] as const) {
    expect((await page.request.fetch(link, { method })).status()).toBe(200);
    const read = link.replace('/no-auth/', '/api/na/no-auth/');
    expect((await page.request.fetch(read, { method })).status()).toBeLessThan(405);
  }
  await expect(page.getByRole('table', { name: 'Members' })).not.toContainText('ben@example.com');

  const second = await browser.newContext();
  const ben = await second.newPage();
  await ben.goto(link);
  await expect(ben.getByRole('heading', { name: 'Join Harbour Bikes' })).toBeVisible();
  expect(ben.url()).not.toContain('secret');
  expect(await seriousFaults(ben)).toEqual([]);
  await ben.getByRole('link', { name: 'Create an account' }).click();
  await ben.getByLabel('Name').fill('Ben Example');
  await ben.getByLabel('Email').fill('ben@example.com');
  await ben.getByLabel('Password', { exact: true }).fill('correct-horse-battery');
  await ben.getByRole('button', { name: 'Create account' }).click();
  await ben.getByRole('button', { name: 'Join Harbour Bikes as ben@example.com' }).click();
  // Caught here: whoever joined was asked to name a workspace of their own first.
  await expect(menu(ben)).toContainText('Harbour Bikes');
  await ben.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Agent' }).waitFor();
  await ben.goto(`${server.origin}/app/na/credentials`);
  await expect(ben.getByText('There are no credentials yet.')).toBeVisible();
  await expect(ben.getByRole('button', { name: 'Add credential' })).toHaveCount(0);

  // The link is used up.
  await ben.goto(link);
  await expect(ben.getByRole('heading', { name: 'This invitation is not valid any more.' })).toBeVisible();

  // One more permission counts at the next page.
  await page.reload();
  await page.getByRole('button', { name: 'Actions for Ben Example' }).click();
  await page.getByRole('menuitem', { name: 'Change permissions' }).click();
  const editor = page.getByRole('dialog', { name: 'Change permissions' });
  await editor.getByLabel('Manage credentials').check();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Permissions changed.')).toBeVisible();
  await ben.goto(`${server.origin}/app/na/credentials`);
  await expect(ben.getByRole('button', { name: 'Add credential' }).first()).toBeVisible();

  // Removed: his open page finds nothing at its next call, and says why.
  await page.goto(`${server.origin}/app/na/settings`);
  await page.getByRole('button', { name: 'Make a secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Actions for Ben Example' }).click();
  await page.getByRole('menuitem', { name: 'Remove from workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from workspace' }).click();
  await expect(page.getByText('Member removed.')).toBeVisible();
  // Whoever saw the workspace's secret goes on with it: the way to a new one opens at once.
  const question = page.getByRole('dialog', { name: 'Make new keys?' });
  await expect(question).toContainText('Ben Example was removed');
  expect(await seriousFaults(page)).toEqual([]);
  await question.getByRole('button', { name: 'Make a new secret' }).click();
  await page
    .getByRole('dialog', { name: 'Make a new secret?' })
    .getByRole('button', { name: 'Make a new secret' })
    .click();
  await page.getByRole('dialog', { name: 'Your new secret' }).getByRole('button', { name: 'Done' }).click();
  await question.getByRole('button', { name: 'Done' }).click();
  await expect(question).toHaveCount(0);
  await ben.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(ben.getByText('You no longer have access to Harbour Bikes.')).toBeVisible();
  await expect(menu(ben)).toContainText("Ben's workspace");
  await second.close();
});

test('a workspace that is gone is told apart, and what was typed stays', async ({ page, browser }) => {
  await signUpOwner(page.request, server.origin, 'two@example.com');
  await createWorkspace(page, 'Short-lived');
  await page.goto(`${server.origin}/app/na/settings`);
  await page.getByLabel('Name').fill('Renamed');
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const { workspaces } = await (await other.request.get(`${server.origin}/api/na/v2/me`)).json();
  const { uid } = workspaces.find((one: { workspaceName: string }) => one.workspaceName === 'Short-lived');
  const headers = { origin: server.origin };
  expect((await other.request.delete(`${server.origin}/api/na/v2/workspaces/${uid}`, { headers })).status()).toBe(200);
  await other.close();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Workspace not found. Please refresh and try again.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Renamed');
});

test('mails come in the language that was chosen in the dashboard', async ({ page }) => {
  const email = 'language@example.com';
  await signUpOwner(page.request, server.origin, email);
  await page.goto(`${server.origin}/app/na/account`);
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/v2/users/me') && answer.request().method() === 'POST',
  );
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await expect(page.getByText('Gilt hier und in E-Mails an Sie.')).toBeVisible();
  expect((await saved).status()).toBe(200);
  const headers = { origin: server.origin, 'accept-language': 'fr' };
  await page.request.post(`${server.origin}/api/na/auth/sign-in/magic-link`, { data: { email }, headers });
  const subjects = () =>
    inbox.mails.filter(({ recipients }) => recipients.includes(email)).map(({ subject }) => subject);
  await expect.poll(subjects, { timeout: 40_000 }).toContain('Ihr Anmeldelink für Antiphon');
  // Planted: the server fails. The dashboard is in the language, and it is told that the mails are not.
  await page.route('**/v2/users/me', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  await page.getByRole('main').getByRole('combobox', { name: 'Sprache' }).selectOption('Français');
  await expect(page.getByText('Die Sprache Ihrer E-Mails konnte nicht gespeichert werden.')).toBeVisible();
});
