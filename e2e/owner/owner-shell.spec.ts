import { execSync } from 'node:child_process';
import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';

// The owner's shell on the real server: signing in and out, agents, and honest notices when a call fails.

const password = 'correct-horse-battery';
let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

async function signUp(page: Page, email: string) {
  await page.goto(`${server.origin}/signup`);
  await page.getByLabel('Name').fill('Ann Example');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
}

test('a person signs up, creates an agent, finds it, deletes it, signs out and in again', async ({ page }) => {
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await signUp(page, addressFor('ann'));
  await expect(page.getByText('There are no agents yet.')).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'New Agent' }).click();
  await page.getByRole('radio', { name: 'Empty' }).check({ force: true });
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByText('Please give the agent a name.')).toBeVisible();
  // What is refused is said at the field, and the button stays what it is.
  await page.getByRole('radio', { name: 'Website' }).check({ force: true });
  await page.getByLabel('Website address').fill('http://10.0.0.1/');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByLabel('Website address')).toHaveAccessibleDescription(/public/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Create agent' })).toBeVisible();
  await page.getByRole('radio', { name: 'Empty' }).check({ force: true });
  await page.getByLabel('Agent name').fill('Kundenberatung Donaudampfschifffahrt');
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByRole('link', { name: 'Open agent' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Agents', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Kundenberatung Donaudampfschifffahrt' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search agents' }).fill('nothing like it');
  await expect(page.getByText('No agent matches "nothing like it".')).toBeVisible();
  await expect(page).toHaveURL(/search=nothing/);
  await page.getByRole('button', { name: 'Clear search' }).click();

  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete agent' }).click();
  await expect(page.getByText('There are no agents yet.')).toBeVisible();

  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByText('Signed out successfully.')).toBeVisible();
  await page.getByLabel('Email').fill(addressFor('ann'));
  await page.getByLabel('Password', { exact: true }).fill('wrong-password');
  // The region is asked about where it may be the reason, and not where the server is out of reach.
  // Planted: asked about after every failure (`entry.isError`) -> it stands there without a server, too.
  await page.route('**/auth/sign-in/email', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page.getByText('If yours is in another, choose it here and try again.')).toHaveCount(0);
  await page.unroute('**/auth/sign-in/email');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('The email or the password is incorrect.');
  await expect(page.getByText('If yours is in another, choose it here and try again.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Signed in successfully.')).toBeVisible();
});

test('only a lost session leads to the sign-in, and the same page opens again afterwards', async ({
  page,
  context,
}) => {
  await signUp(page, addressFor('session'));
  await page.route('**/api/na/v2/workspaces/*/usage*', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Not found.', requestId: 'r-1' } }),
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage', exact: true }).click();
  await expect(page.getByText('The usage could not be loaded.')).toBeVisible();
  await page.unroute('**/api/na/v2/workspaces/*/usage*');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fapp%2Fna%2Fusage/);
  await page.getByLabel('Email').fill(addressFor('session'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Welcome credits')).toBeVisible();
});

const failure = { code: 'invalid_input', message: 'Forced failure.', requestId: 'req-forced' };

/** Every answer to a call that changes something fails, until the returned function is called. */
async function failMutations(page: Page) {
  let calls = 0;
  await page.route('**/api/**', (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    calls += 1;
    return route.fulfill({ status: 503, json: { ...failure, code: 'unavailable' } });
  });
  return async () => {
    expect(calls, 'the mutation was really sent').toBeGreaterThan(0);
    await page.unroute('**/api/**');
  };
}

const successes =
  /successfully|Agent deleted|Credential added|Credential deleted|The provider answered|The agent is created|Copy it now/i;

/** A notice under the pointer stays: closing it is surer than waiting. One that went by itself meanwhile is closed as well. */
async function closeNotices(page: Page) {
  const close = page.getByRole('button', { name: 'Close notice' }).first();
  await close.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page.getByText(successes)).toHaveCount(0);
}

async function expectHonestFailure(page: Page) {
  await expect(page.getByRole('alert').filter({ hasText: 'Forced failure.' })).toBeVisible();
  // Counted at once: a notice of success goes by itself, and a patient check would only wait for that.
  expect(await page.getByText(successes).allInnerTexts()).toEqual([]);
}

test('without a connection the dashboard says so, waits for nothing unseen, and goes on by itself', async ({
  page,
}) => {
  await signUp(page, addressFor('offline'));
  const banner = page.getByText('No connection.', { exact: false });
  const go = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();

  // A network that leads nowhere: the browser believes to be online.
  await page.route(/\/(api|livez)/, (route) => route.abort('connectionfailed'));
  await go('Usage');
  await expect(banner).toBeVisible();
  await expect(page.getByText('The usage could not be loaded.')).toBeVisible();
  await page.unroute(/\/(api|livez)/);
  await expect(page.getByText('Welcome credits')).toBeVisible({ timeout: 40_000 });
  await expect(banner).toBeHidden();

  // No network at all: the code of a page that was never open is waited for, and the one before stays.
  await page.context().setOffline(true);
  await expect(banner).toBeVisible();
  await go('Credentials');
  await expect(page.getByText('Welcome credits')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { name: 'Credentials', level: 1 })).toBeVisible({ timeout: 40_000 });
  await expect(banner).toBeHidden();
});

test('a failed sign-up or sign-in shows no success, keeps what was typed and can be retried', async ({ page }) => {
  await page.goto(`${server.origin}/signup`);
  await page.getByLabel('Name').fill('Retry Example');
  await page.getByLabel('Email').fill(addressFor('retry'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  let mend = await failMutations(page);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expectHonestFailure(page);
  await expect(page.getByLabel('Email')).toHaveValue(addressFor('retry'));
  await mend();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Open workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();

  await closeNotices(page);
  mend = await failMutations(page);
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expectHonestFailure(page);
  await mend();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Signed out successfully.')).toBeVisible();

  await page.goto(`${server.origin}/login`);
  await page.getByLabel('Email').fill(addressFor('retry'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  mend = await failMutations(page);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expectHonestFailure(page);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
  await mend();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
});

test('a failed agent shows no success, keeps the text, and a retry makes exactly one agent', async ({ page }) => {
  await signUp(page, addressFor('agents'));
  await page.goto(`${server.origin}/app/na/agents/new?from=text`);
  await page.getByLabel('Title of the text').fill('Opening hours');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('We are open from nine to five.');
  // The agent itself is created; what fails is its first document.
  await page.route('**/knowledge', (route) => route.fulfill({ status: 503, json: failure }));
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expectHonestFailure(page);
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('We are open from nine to five.');
  await page.unroute('**/knowledge');
  await page.getByLabel('Title of the text').fill('Our hours');
  // The test chat beside what was read speaks as the browser does.
  const begun = page.waitForRequest((request) => request.url().endsWith('/test-conversations'));
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Everything is read.', { exact: false })).toBeVisible({ timeout: 30_000 });
  expect((await begun).postDataJSON()).toEqual({ lang: 'en-US' });
  await page.goto(`${server.origin}/app/na/agents`);
  await expect(page.getByRole('link', { name: 'Our hours' })).toHaveCount(1);
  await expect(page.getByRole('link', { name: 'Opening hours' })).toHaveCount(0);

  const mend = await failMutations(page);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete agent' }).click();
  await expectHonestFailure(page);
  await mend();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Agent deleted.')).toBeVisible();
});

test('a file that could not be sent stays, names its reason and is sent by Retry', async ({ page }) => {
  await signUp(page, addressFor('files'));
  await page.goto(`${server.origin}/app/na/agents/new?from=files`);
  await page.locator('input[type=file]').setInputFiles([
    { name: 'hours.md', mimeType: 'text/markdown', buffer: Buffer.from('# Hours\n\nOpen from nine to five.') },
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no document') },
  ]);
  await expect(page.getByText('film.mp4 is not a pdf, docx, md, txt, html or csv file.')).toBeVisible();
  await page.route('**/knowledge', (route) => route.fulfill({ status: 503, json: failure }));
  await page.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByText('Forced failure.')).toBeVisible();
  await expect(page.getByText('Everything is read.', { exact: false })).toHaveCount(0);
  await page.unroute('**/knowledge');
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Everything is read.', { exact: false })).toBeVisible({ timeout: 30_000 });
});

test('failed credentials and settings show no success, keep what was typed and can be retried', async ({ page }) => {
  await signUp(page, addressFor('vault'));
  await page.goto(`${server.origin}/app/na/credentials?drawer=add`);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name').fill('Production key');
  await drawer.getByLabel('Key', { exact: true }).fill('sk-test-000000001234');
  let mend = await failMutations(page);
  await drawer.getByRole('button', { name: 'Add credential' }).click();
  await expectHonestFailure(page);
  await expect(drawer.getByLabel('Name')).toHaveValue('Production key');
  await mend();
  await drawer.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Credential added.')).toBeVisible();
  await expect(page.getByText('1234')).toBeVisible();
  await expect(page.getByText('sk-test')).toHaveCount(0);

  await closeNotices(page);
  mend = await failMutations(page);
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Test credential' }).click();
  await page.getByLabel('Model').fill('some-model');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expectHonestFailure(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete credential' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete credential' }).click();
  await expectHonestFailure(page);
  await mend();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('There are no credentials yet.')).toBeVisible();

  await page.goto(`${server.origin}/app/na/settings`);
  mend = await failMutations(page);
  await page.getByLabel('Name').fill('Example Ltd');
  await expect(page.getByText('There are unsaved changes')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expectHonestFailure(page);
  await expect(page.getByText('Failed to save workspace.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Example Ltd');
  await mend();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Successfully saved workspace data.')).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();

  await closeNotices(page);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Workspace secret' }).click();
  await expect(page.getByRole('heading', { name: 'Workspace secret' })).toBeInViewport();
  mend = await failMutations(page);
  await page.getByRole('button', { name: 'Make a secret' }).click();
  await expectHonestFailure(page);
  await mend();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByText('Copy it now; it will not be shown again.')).toBeVisible();
  const shown = page.getByRole('dialog', { name: 'Your new secret' });
  await expect(shown.getByLabel('Secret', { exact: true })).toHaveValue(/^vg_.{17}$/);
  // Neither Escape nor a stray click loses it, and what stands beside it works when it is pasted.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(shown).toBeVisible();
  await expect(shown.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', /^\/api\/docs/);
  const pasted = (command: string | null) => JSON.parse(execSync(`${command} -s`, { encoding: 'utf8' }));
  const agents = { items: [], total: 0 };
  expect(pasted(await shown.getByText(/^curl /).textContent())).toMatchObject(agents);

  // The reference carries the name of the platform, and its quick start works as well.
  const secret = await shown.getByLabel('Secret', { exact: true }).inputValue();
  const opening = page.waitForEvent('popup');
  await shown.getByRole('link', { name: 'API reference' }).click();
  const docs = await opening;
  await expect(docs.getByRole('link', { name: 'Antiphon', exact: true })).toBeVisible();
  await docs.getByLabel('Secret').fill(secret);
  expect(pasted(await docs.getByText(/^curl /).textContent())).toMatchObject(agents);
  await docs.locator('#operations-tag-Agents').click();
  await expect(docs.getByText('List agents', { exact: true })).toBeVisible();
  expect(await seriousFaults(docs)).toEqual([]);
  await docs.getByRole('button', { name: 'Dark' }).click();
  await expect(docs.locator('html')).toHaveClass(/dark-mode/);
  expect(await seriousFaults(docs)).toEqual([]);
});
