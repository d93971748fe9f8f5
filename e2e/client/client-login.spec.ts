import { type Browser, expect, type Page } from '@playwright/test';
import { type ReceivedMail, startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import {
  type AgencyWorld,
  chooseOwnPassword,
  firstPassword,
  makeAgencyWorld,
  ownPassword,
  signInClient,
} from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// A client comes in on the agency's host: by password, code, link, the agency's key or "Open as client"; and is kept out.

let server: RunningServer;
let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let world: AgencyWorld;

test.beforeAll(async ({ browser }) => {
  inbox = await startSmtpInbox();
  server = await startServer({ environment: { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' } });
  world = await makeAgencyWorld(browser, server.origin, { sub: 'entrance' });
});
test.afterAll(async () => {
  await world?.context.close();
  await server?.dispose();
  await inbox?.close();
});

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function awaitMail(to: string, after = 0): Promise<ReceivedMail> {
  const find = () => inbox.mails.slice(after).findLast((mail) => mail.recipients.includes(to));
  await expect.poll(() => find()?.subject, { timeout: 40_000 }).toBeTruthy();
  return find()!;
}
const codeIn = ({ text }: ReceivedMail) => /\b\d{6}\b/.exec(text ?? '')![0];
const linkIn = ({ text }: ReceivedMail) => /https?:\/\/\S+/.exec(text ?? '')![0];

test('by password: buttons wait for their fields, refusals say what is wrong, the first password is changed', async ({
  page,
}) => {
  await world.addClient({ email: 'cleo+1@example.com', canAccess: ['/convos', '/leads'] });
  // Both are taken out of the address before anything else is loaded. Planted: without the page's first script this fails.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  await page.goto(`${world.clientUrl}/?username=nobody@example.com&password=wrong-password&region=na`);
  await expect(email(page)).toHaveValue('nobody@example.com');
  await expect(password(page)).toHaveValue('wrong-password');
  expect(page.url()).toBe(`${world.clientUrl}/?region=na`);
  expect(asked.slice(1).filter((line) => line.includes('wrong-password'))).toEqual([]);

  await button(page, 'Sign In').click();
  await expect(page.getByRole('alert').filter({ hasText: "This email doesn't exist." })).toBeVisible();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await email(page).fill('cleo+1@example.com');
  await expect(email(page)).not.toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Sign In').click();
  const wrong = page.getByText('Password is incorrect please try again.');
  await expect(wrong).toBeVisible();
  await expect(wrong).toBeHidden({ timeout: 10_000 });

  await email(page).fill('');
  await expect(button(page, 'Email Login Code')).toBeDisabled();
  await button(page, 'Sign In').click();
  await expect(page.getByText('Please enter your email and password.')).toBeVisible();
  await password(page).fill('');
  await expect(button(page, 'Sign In')).toBeDisabled();
  await email(page).fill('cleo+1@example.com');
  await expect(button(page, 'Email Login Code')).toBeEnabled();
  await password(page).fill(firstPassword);
  await button(page, 'Sign In').click();

  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  // Nothing opens before it is changed, and the screen comes back after a reload.
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/convos`);
  await expect(page.getByRole('heading', { name: 'Choose your own password' })).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByLabel('Repeat the new password').fill('other');
  await button(page, 'Save password').click();
  await expect(page.getByText('Please use at least 8 characters.')).toBeVisible();
  await expect(page.getByText('The two passwords are not the same.')).toBeVisible();
  await chooseOwnPassword(page);
  await expect(page.getByText('Password changed.')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/app/na/agents/${world.agentIds[0]}/convos$`));
  await page.goto(world.clientUrl);
  await expect(page).toHaveURL(/\/app\/na\/agents\//);
});

test('by a code of the mail: fields stand still, again and back, and the code works once', async ({ page }) => {
  const { email: address } = await world.addClient({ email: 'code@example.com' });
  await page.goto(world.clientUrl);
  await email(page).fill(address);
  await button(page, 'Email Login Code').click();
  await expect(page.getByLabel('Login Code')).toBeVisible();
  await expect(email(page)).toBeDisabled();
  await expect(password(page)).toBeDisabled();
  await awaitMail(address);
  const before = inbox.mails.length;
  await button(page, 'Resend Code').click();
  const code = codeIn(await awaitMail(address, before));
  await button(page, 'Cancel').click();
  await expect(page.getByLabel('Login Code')).toHaveCount(0);
  await expect(email(page)).toBeEnabled();
  const again = inbox.mails.length;
  await button(page, 'Email Login Code').click();
  const last = codeIn(await awaitMail(address, again));
  await page.getByLabel('Login Code').fill(last === '111111' ? '222222' : '111111');
  await button(page, 'Sign In').click();
  await expect(page.getByText('This link or code does not work any more. Ask for a new one.')).toBeVisible();
  await page.getByLabel('Login Code').fill(last);
  await button(page, 'Sign In').click();
  await expect(page.getByText('Signed in successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/na\/agents\//);
  expect(code).toHaveLength(6);
});

test('by the link of that mail, which stands in no address afterwards and works once', async ({ page, browser }) => {
  const { email: address } = await world.addClient({ email: 'link@example.com' });
  await page.goto(world.clientUrl);
  await email(page).fill(address);
  await button(page, 'Email Login Code').click();
  const link = linkIn(await awaitMail(address));
  // A program that looks into mails opens the link with scripts and all, and uses nothing up.
  const scanner = await (await browser.newContext()).newPage();
  const calls: string[] = [];
  scanner.on('request', (request) => calls.push(request.url()));
  await scanner.goto(link);
  await expect(scanner.getByText(`Your mail’s link signs you in as ${address}.`)).toBeVisible();
  await scanner.waitForLoadState('networkidle');
  expect(calls.filter((url) => url.includes('LoginToken'))).toEqual([]);
  expect(await seriousFaults(scanner)).toEqual([]);
  await button(scanner, 'Sign in another way').click();
  await expect(email(scanner)).toHaveValue(address);
  await scanner.context().close();
  await page.goto(link);
  await button(page, 'Sign In').click();
  await expect(page).toHaveURL(/\/app\/na\/agents\//);
  const second = await (await browser.newContext()).newPage();
  await second.goto(link);
  await button(second, 'Sign In').click();
  await expect(second.getByText('This link or code does not work any more. Ask for a new one.')).toBeVisible();
  await expect(button(second, 'Email Login Code')).toBeEnabled();
  expect(second.url()).not.toContain('token');
  await second.context().close();
});

test('by a token in the query too, which nobody else is told; a used one leaves the form as it is without', async ({
  page,
  browser,
}) => {
  const { email: address } = await world.addClient({ email: 'query@example.com' });
  await page.goto(world.clientUrl);
  await email(page).fill(address);
  await button(page, 'Email Login Code').click();
  const link = new URL(linkIn(await awaitMail(address)));
  const token = decodeURIComponent(link.hash.replace('#token=', ''));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${JSON.stringify(request.headers())}`));
  const inQuery = `${world.clientUrl}/?username=${encodeURIComponent(address)}&token=${encodeURIComponent(token)}`;
  await page.goto(inQuery);
  await button(page, 'Sign In').click();
  await expect(page.getByText('Signed in successfully.')).toBeVisible();
  await expect(page).toHaveURL(/\/app\/na\/agents\//);
  // The page itself was asked for with it: no file and no call after that.
  expect(asked.filter((request) => request.includes(token))).toHaveLength(1);
  await page.goBack();
  expect(page.url()).not.toContain('token');

  const second = await (await browser.newContext()).newPage();
  await second.goto(inQuery);
  await button(second, 'Sign In').click();
  await expect(second.getByText('This link or code does not work any more. Ask for a new one.')).toBeVisible();
  await expect(second).toHaveURL(`${world.clientUrl}/`);
  await expect(email(second)).toHaveValue(address);
  await expect(button(second, 'Email Login Code')).toBeEnabled();
  await second.context().close();
});

test('without passwords, where the agency wants none', async ({ page }) => {
  const { uid, call } = world.owner;
  await call('post', `/v2/workspaces/${uid}/agency`, { settings: { disablePasswordLogin: true } });
  await page.goto(world.clientUrl);
  await expect(button(page, 'Email Login Code')).toBeVisible();
  await expect(password(page)).toHaveCount(0);
  await expect(button(page, 'Sign In')).toHaveCount(0);
  await call('post', `/v2/workspaces/${uid}/agency`, { settings: { disablePasswordLogin: false } });
});

test('the agency looks: "Open as client" and the admin link open for a while, under a banner with a way out', async ({
  page,
}) => {
  const { uid, call } = world.owner;
  const client = await world.addClient({ email: 'watched@example.com', name: 'Wanda Watched' });
  const { url } = await call('post', `/v2/workspaces/${uid}/clients/${client.ID}/open`, {});
  await page.goto(url);
  const banner = page.getByRole('region', { name: 'Viewing as a client' });
  await expect(banner).toContainText('You are viewing as Wanda Watched');
  expect(page.url()).not.toContain('open');
  await page.reload();
  await expect(banner).toBeVisible();
  // The next one opens over it.
  const next = await world.addClient({ email: 'next@example.com', name: 'Nora Next' });
  await page.goto((await call('post', `/v2/workspaces/${uid}/clients/${next.ID}/open`, {})).url);
  await expect(banner).toContainText('You are viewing as Nora Next');
  await banner.getByRole('button', { name: 'Exit' }).click();
  await expect(button(page, 'Email Login Code')).toBeVisible();
  await expect(page.getByText('Signed out successfully.')).toBeVisible();
  await page.goto(url);
  await expect(page.getByText('Error occurred signing in with admin access.')).toBeVisible();

  await page.goto(`${world.clientUrl}/?secret=${'x'.repeat(25)}`);
  await expect(page.getByText('Error occurred signing in with admin access.')).toBeVisible();
  const { secret } = await call('post', `/v2/workspaces/${uid}/agency/secret`, {});
  await page.goto(`${world.clientUrl}/?secret=${secret}`);
  await expect(banner).toContainText('You are viewing as Nordlicht');
  expect(page.url()).not.toContain(secret);
});

test('kept out: the org’s own words or the general ones, and Log Out alone', async ({ page }) => {
  const { email: address } = await world.addClient({ email: 'blocked@example.com' });
  await signInClient(page, world.clientUrl, address);
  await expect(page.getByRole('button', { name: /^Profile/ })).toBeVisible();
  await world.changeOrg({ settings: { disableClientAccess: true } });
  await page.reload();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Access is currently disabled. Pleas contact your provider!');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('button', { name: /^Profile/ })).toHaveCount(0);
  const own = 'We are closed until Monday.\nCall 555-0100.';
  await world.changeOrg({ settings: { disableClientAccess: true, disableClientAccessMessage: own } });
  await page.reload();
  await expect(dialog).toContainText('We are closed until Monday.');
  await dialog.getByRole('button', { name: 'Log Out' }).click();
  await expect(button(page, 'Email Login Code')).toBeVisible();
  await world.changeOrg({ settings: { disableClientAccess: false } });

  const { email: idle } = await world.addClient({ email: 'idle@example.com', agents: 0 });
  await page.goto(world.clientUrl);
  await email(page).fill(idle);
  await password(page).fill(firstPassword);
  await button(page, 'Sign In').click();
  await expect(page.getByText('This account has not agents')).toBeVisible();
  await expect(dialog).toContainText('Access is currently disabled. Pleas contact your provider!');
});

test('an org without agents says so', async ({ page, browser }) => {
  const empty = await makeAgencyWorld(browser, server.origin, { sub: 'empty-org', titles: [] });
  const { email: address } = await empty.addClient({ email: 'lonely@example.com' });
  await page.goto(empty.clientUrl);
  await email(page).fill(address);
  await password(page).fill(firstPassword);
  await button(page, 'Sign In').click();
  await expect(page.getByText('This org has no agents')).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('Access is currently disabled.');
  await empty.context.close();
});

async function twoBrowsers(browser: Browser, page: Page, address: string) {
  await world.addClient({ email: address });
  await signInClient(page, world.clientUrl, address);
  const context = await browser.newContext();
  const other = await context.newPage();
  await signInClient(other, world.clientUrl, address, { isFirst: false });
  return other;
}

test('another address to sign in with: the password, and a code that is mailed to it', async ({ page }) => {
  const { email: before } = await world.addClient({ email: 'moves@example.com' });
  const after = 'moved@example.com';
  await signInClient(page, world.clientUrl, before);
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/convos?panel=account`);
  const drawer = page.getByRole('dialog', { name: 'Account' });
  await drawer.getByRole('button', { name: 'Change email' }).click();
  await drawer.getByLabel('New email').fill(after);
  await drawer.getByRole('button', { name: 'Send code' }).click();
  await expect(drawer.getByText('Enter your current password, or sign in again by code first.')).toBeVisible();
  await drawer.getByLabel('Your password').fill('not-my-password');
  await drawer.getByRole('button', { name: 'Send code' }).click();
  await expect(drawer.getByText('The current password is not correct.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await drawer.getByLabel('Your password').fill(ownPassword);
  await drawer.getByRole('button', { name: 'Send code' }).click();
  await expect(drawer.getByText(`We sent a code to ${after}.`)).toBeVisible();
  const code = codeIn(await awaitMail(after));
  await drawer.getByLabel('Code', { exact: true }).fill(code === '111111' ? '222222' : '111111');
  await drawer.getByRole('button', { name: 'Confirm' }).click();
  await expect(drawer.getByText('The email was not changed.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await drawer.getByLabel('Code', { exact: true }).fill(code);
  await drawer.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Email changed.')).toBeVisible();
  await expect(drawer.getByText(`You sign in with ${after}.`)).toBeVisible();
});

test('a password that was changed elsewhere ends the session here, and one comes back to the same place', async ({
  page,
  browser,
}) => {
  const address = 'twice@example.com';
  const other = await twoBrowsers(browser, page, address);
  const place = `/app/na/agents/${world.agentIds[1]}/convos`;
  await page.goto(`${world.clientUrl}${place}?panel=account`);
  const drawer = page.getByRole('dialog', { name: 'Account' });
  await drawer.getByLabel('Current password').fill('not-my-password');
  await drawer.getByLabel('New password').fill('newer-horse-battery');
  await drawer.getByRole('button', { name: 'Change password' }).click();
  await expect(drawer.getByText('The current password is not correct.')).toBeVisible();
  await drawer.getByLabel('Current password').fill(ownPassword);
  await drawer.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();

  await other.goto(`${world.clientUrl}${place}`);
  await expect(other.getByText('Please login again.')).toBeVisible();
  await email(other).fill(address);
  await password(other).fill('newer-horse-battery');
  await button(other, 'Sign In').click();
  await expect(other).toHaveURL(new RegExp(`${place}$`));
  await other.context().close();
});

test('an account that is gone ends in the sign-in; a failure of the server does not', async ({ page }) => {
  const { email: address } = await world.addClient({ email: 'gone@example.com' });
  await signInClient(page, world.clientUrl, address);
  await page.route('**/client/me', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByText('This page could not be opened.')).toBeVisible();
  await page.unroute('**/client/me');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: /^Profile/ })).toBeVisible();
  // A new version was rolled out meanwhile: what this one would load later is no longer there.
  await page.route('**/account-drawer-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/convos?panel=account`);
  await expect(page.getByText('This page could not be opened.')).toBeVisible();
  await page.unroute('**/account-drawer-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('dialog', { name: 'Account' })).toBeVisible();
  const gone = { code: 'not_found', message: 'Not found.', requestId: 'r-1' };
  await page.route('**/client/me', (route) => route.fulfill({ status: 404, json: gone }));
  await page.reload();
  await expect(page.getByText('Account data not present.')).toBeVisible();
  await page.unroute('**/client/me');
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/home`);
  await expect(button(page, 'Email Login Code')).toBeVisible();
});

test('the language of the sign-in page is the one of the dashboard and of the account, the chosen one before all', async ({
  browser,
}) => {
  const { email: address } = await world.addClient({ email: 'sprache@example.com' });
  const enter = async ({ locale, isFirst = false, picks }: { locale: string; isFirst?: boolean; picks?: string }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(world.clientUrl);
    if (picks) await page.locator('select').selectOption(picks);
    if (picks) await expect(page.locator('html')).not.toHaveAttribute('lang', locale.slice(0, 2));
    await page.locator('input[type=email]').fill(address);
    await page.locator('input[type=password]').fill(isFirst ? firstPassword : ownPassword);
    await page.locator('form button[type=submit]').first().click();
    if (isFirst) {
      await page.locator('input[autocomplete=new-password]').first().fill(ownPassword);
      await page.locator('input[autocomplete=new-password]').last().fill(ownPassword);
      await page.locator('form button[type=submit]').click();
    }
    await page.waitForURL(/\/app\/na/);
    await page.locator('#content').waitFor();
    const shown = await page.locator('html').getAttribute('lang');
    const me = await page.evaluate(async () => (await fetch('/api/na/client/me')).json());
    await context.close();
    return [shown, me.client.preferredLanguage];
  };
  // Nobody chose: the page was in the browser's language, and so is everything from then on.
  expect(await enter({ locale: 'de-AT', isFirst: true })).toEqual(['de', 'de']);
  // Another browser, or the same person on holiday: the account has its own by now.
  expect(await enter({ locale: 'en-US' })).toEqual(['de', 'de']);
  expect(await enter({ locale: 'en-US', picks: 'Français' })).toEqual(['fr', 'fr']);
});
