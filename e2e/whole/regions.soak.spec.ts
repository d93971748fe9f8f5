import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';

// One person with accounts in both regions: the switch, the warning, and the way from one into the other.

type Region = 'na' | 'eu';

const password = 'correct-horse-battery';
const banner = 'You have the same account on multiple regions';
let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

async function call(request: APIRequestContext, region: Region, path: string, data?: object) {
  const url = `${server.origin}/api/${region}${path}`;
  const options = { headers: { origin: server.origin } };
  const response = data ? await request.post(url, { ...options, data }) : await request.get(url, options);
  expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

async function signUp(request: APIRequestContext, region: Region, email: string) {
  await call(request, region, '/auth/sign-up/email', { name: 'Ann Example', email, password });
  await call(request, region, '/v2/users/me/onboarding', { displayName: 'Ann Example' });
}

async function awaitMail(request: APIRequestContext, region: Region, email: string, words: string) {
  const find = async () => {
    const { items } = await call(request, region, '/outbox');
    return items.find(({ to, subject }: { to: string; subject: string }) => to === email && subject.includes(words));
  };
  await expect.poll(find).toBeDefined();
  return call(request, region, `/outbox/${(await find()).id}`);
}

/** By a mail's code: a password vouches for nobody in another region. */
async function signInByCode(request: APIRequestContext, region: Region, email: string) {
  await call(request, region, '/auth/email-otp/send-verification-otp', { email });
  const { subject } = await awaitMail(request, region, email, 'sign-in code');
  await call(request, region, '/auth/sign-in/email-otp', { email, otp: /\d{6}/.exec(subject)?.[0] });
}

/** Opens the link of the newest mail to the address, as the person would. */
async function verify(request: APIRequestContext, region: Region, email: string) {
  const { text } = await awaitMail(request, region, email, 'Confirm');
  const token = decodeURIComponent(/#token=([^\s)\]]+)/.exec(text)?.[1] ?? '');
  await call(request, region, '/auth/verify-email', { token });
}

const switcher = (page: Page) => page.getByRole('radiogroup', { name: 'Region' });
const warning = (page: Page) => page.getByRole('region', { name: banner });

test('whoever has one account sees neither switch nor warning', async ({ page }) => {
  await signUp(page.request, 'na', addressFor('single'));
  await verify(page.request, 'na', addressFor('single'));
  const answered = page.waitForResponse('**/v2/users/me/regions');
  await page.goto(`${server.origin}/app/na/agents`);
  await answered;
  await expect(page.getByRole('link', { name: /Free plan/ })).toBeVisible();
  await expect(switcher(page)).toHaveCount(0);
  await expect(warning(page)).toHaveCount(0);
});

test('an address that was never verified makes no second account: it may be somebody else’s', async ({ page }) => {
  await signUp(page.request, 'na', addressFor('unproved'));
  await signUp(page.request, 'eu', addressFor('unproved'));
  await verify(page.request, 'eu', addressFor('unproved'));
  const answered = page.waitForResponse('**/v2/users/me/regions');
  await page.goto(`${server.origin}/app/na/agents`);
  expect((await (await answered).json()).regions).toEqual(['na']);
  await expect(switcher(page)).toHaveCount(0);
});

test('with verified accounts in both, the switch signs in there, says Reloading..., and the dismissal stays', async ({
  browser,
}) => {
  const email = addressFor('both');
  const europe = await browser.newContext();
  await signUp(europe.request, 'eu', email);
  await verify(europe.request, 'eu', email);
  await europe.close();
  const context = await browser.newContext();
  const page = await context.newPage();
  await signUp(page.request, 'na', email);
  await verify(page.request, 'na', email);
  await signInByCode(page.request, 'na', email);

  await page.goto(`${server.origin}/app/na/usage`);
  await expect(warning(page)).toContainText('You have the same account on multiple regions');
  await expect(warning(page)).toContainText('Data will be different between regions');
  await expect(switcher(page).getByRole('radio', { name: 'NA' })).toBeChecked();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await seriousFaults(page)).toEqual([]);
  }
  await warning(page).getByRole('button', { name: 'Dismiss this warning' }).click();
  await expect(warning(page)).toHaveCount(0);
  await page.reload();
  await expect(switcher(page)).toBeVisible();
  await expect(warning(page)).toHaveCount(0);

  // This browser was never signed in to Europe: North America vouches for the person.
  await switcher(page).getByText('EU').click();
  const saidAt = Date.now();
  await expect(page.getByText('Reloading...')).toBeVisible();
  await expect(page).toHaveURL(`${server.origin}/app/eu/usage`);
  expect(Date.now() - saidAt).toBeGreaterThanOrEqual(900);
  await expect(switcher(page).getByRole('radio', { name: 'EU' })).toBeChecked();
  const me = await call(page.request, 'eu', '/v2/me');
  expect(me.email).toBe(email);
  expect(me.workspaces[0].region).toBe('eu');
  // Each record has its own dismissal.
  await expect(warning(page)).toBeVisible();

  // Back: that session is still there, so that nobody has to vouch.
  let vouched = 0;
  page.on('request', (sent) => {
    if (sent.url().includes('/sign-in')) vouched += 1;
  });
  await switcher(page).getByText('NA').click();
  await expect(page).toHaveURL(`${server.origin}/app/na/usage`);
  expect(vouched).toBe(0);
  await context.close();
});

test('where the other region wants a sign-in of its own, it asks for it and goes on to the same place', async ({
  browser,
}) => {
  const email = addressFor('asked');
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const region of ['eu', 'na'] as const) {
    await signUp(page.request, region, email);
    await verify(page.request, region, email);
  }
  await context.clearCookies({ name: /app-eu/ });
  await page.goto(`${server.origin}/app/na/usage`);
  await page.route('**/v2/users/me/regions/eu/sign-in', (route) => route.fulfill({ json: { authToken: null } }));
  await switcher(page).getByText('EU').click();
  await expect(page).toHaveURL(/\/login\?region=eu&redirect=%2Fapp%2Feu%2Fusage/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(`${server.origin}/app/eu/usage`);
  await context.close();
});

test('a switch that fails says so and stays where it is', async ({ browser }) => {
  const email = addressFor('fails');
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const region of ['eu', 'na'] as const) {
    await signUp(page.request, region, email);
    await verify(page.request, region, email);
  }
  await signInByCode(page.request, 'na', email);
  await context.clearCookies({ name: /app-eu/ });
  await page.goto(`${server.origin}/app/na/usage`);
  const failure = { code: 'unavailable', message: 'Forced failure.', requestId: 'req-forced' };
  await page.route('**/regions/eu/sign-in', (route) => route.fulfill({ status: 503, json: failure }));
  await switcher(page).getByText('EU').click();
  await expect(page.getByRole('alert').filter({ hasText: 'The region was not switched.' })).toBeVisible();
  await expect(page.getByText('Reloading...')).toHaveCount(0);
  await expect(page).toHaveURL(`${server.origin}/app/na/usage`);
  await page.unroute('**/regions/eu/sign-in');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page).toHaveURL(`${server.origin}/app/eu/usage`);
  await context.close();
});
