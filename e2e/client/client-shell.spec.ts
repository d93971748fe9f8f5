import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import {
  type AgencyWorld,
  firstPassword,
  makeAgencyWorld,
  ownPassword,
  setSendingDomain,
  signInClient,
} from '../world/agency-world.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';
import { untranslated } from '../world/untranslated.ts';
import { hold } from '../world/weather.ts';

// The dashboard around a client's pages: the bar with its switchers, drawers and status, and what happens when a call fails.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let world: AgencyWorld;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  const titles = ['Harbour Bikes', 'A very long agent name that nobody cut before', 'Harbour Cafe'];
  world = await makeAgencyWorld(browser, server.origin, { sub: 'shell', titles });
  await setSendingDomain(server, world.owner.uid, 'verified');
});
test.afterAll(async () => {
  await world?.context.close();
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};
const place = (page: string, agent = 0) => `/app/na/agents/${world.agentIds[agent]}/${page}`;
const refuse = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  );

test('another agent opens at the same place; a page that is not allowed leads to the first one that is', async ({
  page,
}) => {
  const { email } = await world.addClient({ email: 'switch@example.com', canAccess: ['/kb', '/convos'] });
  await signInClient(page, world.clientUrl, email);
  await expect(page).toHaveURL(new RegExp(`${place('kb')}$`));
  const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(places).toHaveText(['Knowledge', 'Conversations']);
  await places.filter({ hasText: 'Conversations' }).click();
  await expect(page).toHaveURL(new RegExp(place('convos')));
  await expect(places.filter({ hasText: 'Conversations' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveTitle(/Nordlicht$/);

  await page.getByRole('button', { name: 'Agent: Harbour Bikes' }).click();
  await expect(page.getByRole('button', { name: 'New agent' })).toHaveCount(0);
  const search = page.getByRole('combobox', { name: 'Search agents' });
  await expect(page.getByRole('option', { name: 'A very long agent name that n…' })).toBeVisible();
  await search.fill('cafe');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(place('convos', 2)));
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[1]}`);
  await expect(page).toHaveURL(new RegExp(`${place('kb', 1)}$`));
  await page.goto(`${world.clientUrl}${place('leads', 1)}`);
  await expect(page).toHaveURL(new RegExp(`${place('kb', 1)}$`));
  await page.goto(`${world.clientUrl}/app/na/agents/agt_none/convos`);
  await expect(page).toHaveURL(new RegExp(`${place('kb')}$`));
});

test('the account: photo, name, address, language; a refusal keeps what was typed and shows no success', async ({
  page,
}) => {
  const { email } = await world.addClient({ email: 'account@example.com' });
  await signInClient(page, world.clientUrl, email);
  await page.getByRole('button', { name: /^Profile/ }).click();
  await expect(page.getByText('Signed in as')).toBeVisible();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page).toHaveURL(/panel=account/);
  const drawer = page.getByRole('dialog', { name: 'Account' });
  await drawer.getByLabel('Name', { exact: true }).fill('Cleo Changed');
  await refuse(page, '**/client/me');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Failed to update client data')).toBeVisible();
  await expect(page.getByText('Updated client data')).toHaveCount(0);
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('Cleo Changed');
  await page.unroute('**/client/me');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Updated client data')).toBeVisible();
  await expect(drawer).toHaveCount(0);

  await page.goto(`${world.clientUrl}${place('convos')}?panel=account`);
  await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('Cleo Changed');
  await expect(drawer.getByText('This device')).toBeVisible();
  const photo = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await drawer.locator('input[type=file]').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo });
  await expect(drawer.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await drawer.getByLabel('Language').selectOption('de');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('Ihre Daten wurden aktualisiert').or(page.getByText('Updated client data')),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /^Profil/ })).toBeVisible();
  // A browser that chose no language begins with the account's own.
  await page.evaluate(() => localStorage.removeItem('language'));
  await page.reload();
  await expect(page.getByRole('button', { name: /^Profil/ })).toBeVisible();
});

test('the org is changed by its admins alone; everybody else is told why not', async ({ page, browser }) => {
  const { email: plain } = await world.addClient({ email: 'plain@example.com' });
  await signInClient(page, world.clientUrl, plain);
  const openMenu = async (at: Page) => {
    await at.getByRole('button', { name: /^Workspace: Harbour Labs/ }).click();
    return at.getByRole('menu');
  };
  for (const name of ['About', '+ Add User']) {
    const entry = (await openMenu(page)).getByRole('menuitem', { name });
    await expect(entry).toHaveAttribute('aria-disabled', 'true');
    await entry.click({ force: true });
    await expect(page.getByText('You are not an admin')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // The next entry says it itself.
    await expect(page.getByText('You are not an admin')).toHaveCount(0);
  }
  const context = await browser.newContext();
  const admin = await context.newPage();
  const { email } = await world.addClient({ email: 'boss@example.com', isOrgAdmin: true });
  await signInClient(admin, world.clientUrl, email);
  await (await openMenu(admin)).getByRole('menuitem', { name: '+ Add User' }).click();
  const add = admin.getByRole('dialog', { name: 'Add User' });
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(add.getByText('Please fill out all fields')).toHaveCount(2);
  await add.getByLabel('Name', { exact: true }).fill('Nina New');
  await add.getByLabel('Email', { exact: true }).fill('nina@example.com');
  await refuse(admin, '**/client/org/users');
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(admin.getByText('The user was not added.')).toBeVisible();
  await expect(admin.getByText('User added.')).toHaveCount(0);
  await admin.unroute('**/client/org/users');
  await admin.getByRole('button', { name: 'Retry' }).click();
  await expect(admin.getByText('User added.')).toBeVisible();

  await (await openMenu(admin)).getByRole('menuitem', { name: 'About' }).click();
  const about = admin.getByRole('dialog', { name: 'About' });
  await about.getByLabel('Org Name').fill('');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(about.getByText('Organization name is required.')).toBeVisible();
  await about.getByLabel('Org Name').fill('Harbour Labs GmbH');
  await refuse(admin, '**/client/org');
  await about.getByRole('button', { name: 'Save' }).click();
  await expect(admin.getByText(/^Failed to update organization: /)).toBeVisible();
  await expect(about.getByLabel('Org Name')).toHaveValue('Harbour Labs GmbH');
  await admin.unroute('**/client/org');
  await admin.getByRole('button', { name: 'Retry' }).click();
  await expect(admin.getByText('Organization updated successfully!')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Workspace: Harbour Labs GmbH' })).toBeVisible();
  await context.close();
  await world.changeOrg({ name: 'Harbour Labs' });
});

test('who may make agents makes one, which is theirs at once; nobody else is offered it', async ({ page }) => {
  const { email } = await world.addClient({ email: 'maker@example.com', allowCreateAgents: true, canAccess: ['/kb'] });
  await signInClient(page, world.clientUrl, email);
  await page.getByRole('button', { name: 'Agent: Harbour Bikes' }).click();
  await page.getByRole('button', { name: 'New agent' }).click();
  const dialog = page.getByRole('dialog', { name: 'New agent' });
  await dialog.getByRole('button', { name: 'Create agent' }).click();
  await expect(dialog.getByText('Please enter a title.')).toBeVisible();
  await dialog.getByLabel('Title').fill('Harbour Kitchen');
  await refuse(page, '**/agents');
  await dialog.getByRole('button', { name: 'Create agent' }).click();
  await expect(page.getByText('The agent was not created.')).toBeVisible();
  await expect(page.getByText('Agent created.')).toHaveCount(0);
  await expect(dialog.getByLabel('Title')).toHaveValue('Harbour Kitchen');
  await page.unroute('**/agents');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Agent created.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agent: Harbour Kitchen' })).toBeVisible();
  await expect(page).toHaveURL(/\/kb$/);
});

test('feedback: nothing of it is lost when it fails, and it is said to be sent when it is stored', async ({ page }) => {
  const { email } = await world.addClient({ email: 'feedback@example.com' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await setSendingDomain(server, world.owner.uid, 'pending');
  await signInClient(page, world.clientUrl, email);
  await expect(page.getByRole('button', { name: /^Profile/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Feedback', exact: true })).toHaveCount(0);
  await setSendingDomain(server, world.owner.uid, 'verified');
  await page.reload();
  await page.getByRole('button', { name: 'Feedback', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Feedback' });
  await expect(drawer.getByLabel('Email')).toHaveValue(email);
  // As opened while the dashboard still arrives: what leads on to the first page keeps the drawer.
  for (const before of ['/', '/app/na', `/app/na/agents/${world.agentIds[0]}`]) {
    await page.goto(`${world.clientUrl}${before}?panel=feedback`);
    await expect(page).toHaveURL(/\/home\?panel=feedback$/);
    await expect(drawer.getByLabel('Email')).toHaveValue(email);
  }
  await expect(drawer.getByLabel('Email')).toHaveAttribute('readonly');
  await drawer.getByRole('button', { name: 'Submit' }).click();
  await expect(drawer.getByText('Please write a message.')).toBeVisible();
  await drawer.getByLabel('Message').fill('The numbers on the page are too small.');
  const files = ['first.txt', 'second.txt'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('line\n'.repeat(500)),
  }));
  await drawer.locator('input[type=file]').setInputFiles(files);
  await expect(drawer.getByText('2 KB')).toHaveCount(2);
  await drawer.getByRole('button', { name: 'Remove first.txt' }).click();
  await expect(drawer.getByText('second.txt')).toBeVisible();
  await expect(drawer.getByText('first.txt')).toHaveCount(0);
  await refuse(page, '**/agencies/*/email');
  await drawer.getByRole('button', { name: 'Submit' }).click();
  await expect(drawer.getByText('Your feedback was not sent. It is still here.')).toBeVisible();
  await expect(page.getByText('Feedback sent!')).toHaveCount(0);
  await picture(page, 'feedback-failed');
  await page.unroute('**/agencies/*/email');
  await drawer.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Feedback sent!')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await page.getByRole('button', { name: 'Feedback', exact: true }).click();
  await expect(drawer.getByLabel('Message')).toHaveValue('');
});

test('online on arrival, offline by choice, with a word beside the dot; a refusal takes it back', async ({ page }) => {
  const client = await world.addClient({ email: 'status@example.com' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signInClient(page, world.clientUrl, client.email);
  const { uid, call } = world.owner;
  const stored = async () => (await call('get', `/v2/workspaces/${uid}/clients/${client.ID}`)).status;
  await expect.poll(stored).toBe('online');
  await page.getByRole('button', { name: 'You are online. Go offline' }).click();
  const offline = page.getByRole('button', { name: 'You are offline. Go online' });
  await expect(offline).toHaveText('Offline');
  await expect.poll(stored).toBe('offline');
  await refuse(page, '**/client/me');
  await offline.click();
  await expect(page.getByText('Your status was not changed.')).toBeVisible();
  await expect(offline).toBeVisible();

  // The arrival itself is slow, and the choice is made before it is done.
  await page.unrouteAll();
  const answered: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'POST' && answer.url().endsWith('/client/me')) answered.push(answer.status());
  });
  const arrival = await hold(page, '/client/me');
  await page.reload();
  await arrival.asked;
  await page.getByRole('button', { name: 'You are online. Go offline' }).click();
  await expect(offline).toBeVisible();
  arrival.arrive();
  await expect.poll(() => answered).toEqual([200, 200]);
  expect(await stored()).toBe('offline');
});

test('a sign-out that fails says so and can be tried again; then nothing of the person is left', async ({ page }) => {
  const { email } = await world.addClient({ email: 'leaver@example.com' });
  await signInClient(page, world.clientUrl, email);
  await page.route('**/client/logout', (route) => route.abort());
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('button', { name: 'Log Out' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Error Occured' });
  await expect(alert).toContainText('An error occurred during sign out.');
  await page.unroute('**/client/logout');
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Signed out successfully.')).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'client-color-scheme'))).toEqual(
    [],
  );
  await page.goto(`${world.clientUrl}${place('convos')}`);
  await expect(page.getByRole('button', { name: 'Email Login Code' })).toBeVisible();
});

test('every word of the shell is translated', async ({ page }) => {
  const { email } = await world.addClient({ email: 'words@example.com', isOrgAdmin: true });
  await signInClient(page, world.clientUrl, email);
  await page.evaluate(() => localStorage.setItem('language', 'en-XA'));
  const data = ['Nordlicht', 'Harbour Labs', 'Harbour Bikes', 'Cleo Client', 'Chrome', 'Linux'];
  for (const panel of ['', 'account', 'about', 'add-user', 'feedback']) {
    await page.goto(`${world.clientUrl}${place('convos')}?panel=${panel}`);
    if (panel) await expect(page.getByRole('dialog')).toBeVisible();
    else await expect(page.getByRole('button', { name: /⟦Profile/ })).toBeVisible();
    const bar = (await untranslated(page, data)).filter((text) => !/^\d+$/.test(text));
    expect(bar, panel).toEqual([]);
  }
});

test('with the keyboard alone: in, past the bar, to another agent, and out', async ({ page }) => {
  const { email } = await world.addClient({ email: 'keys@example.com', canAccess: ['/convos'] });
  await page.goto(world.clientUrl);
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  const { keyboard } = page;
  await keyboard.type(email);
  await keyboard.press('Tab');
  await keyboard.type(firstPassword);
  await keyboard.press('Enter');
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused();
  await keyboard.type(ownPassword);
  // Past the eye of the field.
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type(ownPassword);
  await keyboard.press('Enter');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: /^Profile/ })).toBeVisible();
  await keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Agent: Harbour Bikes' }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search agents' })).toBeFocused();
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(place('convos', 1)));
  await page.getByRole('button', { name: /^Profile/ }).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account', exact: true })).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByText('Signed out successfully.')).toBeVisible();
});
