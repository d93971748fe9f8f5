import { expect, type Page } from '@playwright/test';
import { startOpenIdServer } from '../../server/test/harness/openid-server.ts';
import { type ReceivedMail, startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// Every way to sign in, on the real server, with mails from a real SMTP server and a real OpenID Connect provider in Google's place.

const password = 'correct-horse-battery';
let server: RunningServer;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let openId: Awaited<ReturnType<typeof startOpenIdServer>>;

test.beforeAll(async () => {
  inbox = await startSmtpInbox();
  openId = await startOpenIdServer();
  server = await startServer({
    environment: { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>', ...openId.environment },
  });
});

test.afterAll(async () => {
  await server?.dispose();
  await inbox?.close();
  await openId?.close();
});

async function awaitMail(to: string, words: string): Promise<ReceivedMail> {
  const find = () => inbox.mails.findLast((mail) => mail.recipients.includes(to) && mail.subject?.includes(words));
  await expect.poll(() => find()?.subject, { timeout: 40_000 }).toContain(words);
  return find()!;
}

const linkIn = ({ text }: ReceivedMail) => /https?:\/\/\S+/.exec(text ?? '')![0];

async function finishOnboarding(page: Page, workspaceName = 'Harbour Bikes') {
  await expect(page).toHaveURL(/\/onboarding\?/);
  await page.getByLabel('Workspace name').fill(workspaceName);
  await page.getByLabel('What do you want to build?').fill('An assistant for our bookings');
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
}

async function signUp(page: Page, email: string) {
  await page.goto(`${server.origin}/signup`);
  await page.getByLabel('Name').fill('Ann Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out successfully.')).toBeVisible();
}

test('by password: nothing opens before onboarding is done, and the address is confirmed by the mail', async ({
  browser,
  page,
}) => {
  await signUp(page, 'ann@example.com');
  await expect(page.getByText('Signed in successfully.')).toBeVisible();
  await page.goto(`${server.origin}/app/na/credentials`);
  await expect(page).toHaveURL(/\/onboarding\?redirect=%2Fapp%2Fna%2Fcredentials/);
  // The name was asked for already; what one agrees to stands at the button.
  await expect(page.getByLabel('Your name')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'terms of service' })).toHaveAttribute('href', '/legal/tos');
  await expect(page.getByLabel('Workspace name')).toHaveValue("Ann's workspace");
  await page.getByLabel('Workspace name').fill('');
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByText('Please enter a workspace name.')).toBeVisible();
  await page.getByLabel('Workspace name').fill('Harbour Bikes');
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page).toHaveURL(/\/app\/na\/credentials/);

  await page.goto(`${server.origin}/app/na/account`);
  await expect(page.getByText('Not confirmed')).toBeVisible();
  // Whoever chooses a language at the sign-in has the dashboard in it, and the mails.
  const german = await (await browser.newContext()).newPage();
  await german.goto(`${server.origin}/login`);
  await german.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await german.getByLabel('E-Mail').fill('ann@example.com');
  await german.getByLabel('Passwort', { exact: true }).fill(password);
  await german.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(german.getByRole('heading', { name: 'Agenten', exact: true })).toBeVisible();
  const profile = await (await german.request.get(`${server.origin}/api/na/v2/users/me`)).json();
  expect(profile.preferredLanguage).toBe('de');
  await german.request.post(`${server.origin}/api/na/v2/users/me`, {
    headers: { origin: server.origin },
    data: { preferredLanguage: 'en' },
  });
  await german.context().close();

  // On a phone that nobody is signed in with, pressing alone confirms nothing: it asks for the account's sign-in.
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();
  await phone.goto(linkIn(await awaitMail('ann@example.com', 'Confirm')));
  await phone.getByRole('button', { name: 'Confirm address' }).click();
  await expect(phone.getByText('Sign in to this account first.')).toBeVisible();
  expect(await seriousFaults(phone)).toEqual([]);
  await phone.getByRole('link', { name: 'Sign in', exact: true }).click();
  await phone.getByLabel('Email').fill('ann@example.com');
  await phone.getByLabel('Password', { exact: true }).fill(password);
  await phone.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(phone.getByRole('button', { name: 'Confirm address' })).toBeVisible();
  expect(phone.url()).not.toContain('token');
  await elsewhere.close();
  await page.goto(linkIn(await awaitMail('ann@example.com', 'Confirm')));
  await expect(page.getByRole('button', { name: 'Confirm address' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText('Your address is confirmed.')).toBeVisible();
  await page.goto(`${server.origin}/app/na/account`);
  await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
});

test('by a link that a mail scanner opened first, and only once', async ({ page, request, browser }) => {
  const email = 'link@example.com';
  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText(`We sent a sign-in link to ${email}.`)).toBeVisible();
  const link = linkIn(await awaitMail(email, 'sign-in link'));
  for (const method of ['GET', 'HEAD']) expect((await request.fetch(link, { method })).ok()).toBe(true);
  const scanner = await (await browser.newContext()).newPage();
  await scanner.goto(link);
  await expect(scanner.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await scanner.context().close();

  await page.goto(link);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/onboarding\?/);
  await page.getByLabel('Your name').fill('Lina Link');
  await finishOnboarding(page);

  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await second.getByRole('button', { name: 'Sign in' }).click();
  const alert = second.getByRole('alert').filter({ hasText: 'An error occurred during sign in.' });
  await expect(alert).toContainText('This link or code does not work any more.');
  await second.context().close();
});

test('by a code of the mail', async ({ page }) => {
  const email = 'code@example.com';
  await page.goto(`${server.origin}/login`);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Please enter your email.')).toBeVisible();
  await page.getByLabel('Email').fill('code');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByText('Please enter a valid email')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('Login Code')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  const code = /\b\d{6}\b/.exec((await awaitMail(email, 'sign-in code')).subject!)![0];
  await page.getByLabel('Login Code').fill(code === '111111' ? '222222' : '111111');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This link or code does not work any more.')).toBeVisible();
  await page.getByLabel('Login Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/onboarding\?/);
});

test('by Google, there and back, and a refusal is told', async ({ page }) => {
  openId.setAccount({ sub: 'g-7', email: 'gina@example.com', email_verified: true, name: 'Gina Google' });
  await page.goto(`${server.origin}/login`);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page).toHaveURL(/\/onboarding\?/);
  // Google gave the name.
  await expect(page.getByLabel('Your name')).toHaveCount(0);
  await finishOnboarding(page);
  await signOut(page);
  // The provider remembers who signed in there, and would not ask again.
  await page.context().clearCookies({ domain: '127.0.0.1' });
  openId.setRefusal(true);
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await expect(page.getByText('An error occurred during sign in.')).toBeVisible();
  openId.setRefusal(false);
});

test('a forgotten password is chosen anew, and every other session ends', async ({ page, browser }) => {
  const email = 'forgot@example.com';
  const elsewhere = await (await browser.newContext()).newPage();
  await signUp(elsewhere, email);
  await finishOnboarding(elsewhere);
  await page.goto(`${server.origin}/login`);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`If there is an account for ${email}`)).toBeVisible();
  await page.goto(linkIn(await awaitMail(email, 'new password')));
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Please use at least 8 characters.')).toBeVisible();
  await page.getByLabel('New password').fill('another-horse-battery');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByText('Your password was changed. Sign in with it.')).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('another-horse-battery');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
  await elsewhere.goto(`${server.origin}/app/na/agents`);
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/);
  await elsewhere.context().close();
});

test('own sessions are seen and ended; signing out leaves nothing behind', async ({ page, browser, context }) => {
  const email = 'sessions@example.com';
  await signUp(page, email);
  await finishOnboarding(page);
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${server.origin}/login?redirect=/app/na/usage`);
  await other.getByLabel('Email').fill(email);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other).toHaveURL(/\/app\/na\/usage/);
  await page.goto(`${server.origin}/app/na/account`);
  await expect(page.getByText('This device')).toBeVisible();
  await page.getByRole('button', { name: /^Sign out Chrome on/ }).click();
  await expect(page.getByText('The session was ended.')).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/login\?redirect=/);
  await other.context().close();

  await signOut(page);
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('workspace')));
  expect(left).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([]);
  await page.goBack();
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('a sign-out that fails says so; an account that is gone ends the session', async ({ page }) => {
  await signUp(page, 'gone@example.com');
  await finishOnboarding(page);
  await page.route('**/auth/sign-out', (route) => route.abort());
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Error Occured' });
  await expect(alert).toContainText('An error occurred during sign out.');
  await page.unroute('**/auth/sign-out');
  await page.route('**/api/na/v2/me', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found.', requestId: 'r-1' } }),
  );
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page.getByText('Account data not present.')).toBeVisible();
  await page.unroute('**/api/na/v2/me');
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('an account made for Europe lives there', async ({ page }) => {
  await page.goto(`${server.origin}/signup`);
  await page.getByLabel('Data region').selectOption('eu');
  await expect(page).toHaveURL(/region=eu/);
  await page.getByLabel('Name').fill('Eva Europe');
  await page.getByLabel('Email').fill('eva@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/onboarding\?.*region=eu/, { timeout: 150_000 });
  await expect(page.getByText('Your data lives in Europe (Frankfurt).')).toBeVisible();
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page).toHaveURL(/\/app\/eu\/agents/);
});
