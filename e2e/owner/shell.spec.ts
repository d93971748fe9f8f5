import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { goTo } from '../world/dashboard-visits.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { LOOKS } from '../world/looks.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The signed-in shell: top bar, navigation, palette and keys, on the real server.

const longTitle = 'Kundenberatung Donaudampfschifffahrt';
let server: RunningServer;
let state: BrowserContextOptions['storageState'];
let agents: { long: string; bikes: string };

/** One owner who joined nine days ago, in a white-label trial, with two agents with texts and sixty without. */
test.beforeAll(async ({ browser }) => {
  server = await startServer({ environment: { OPERATOR_EMAIL: 'billing@host.example' } });
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, server.origin, 'ann@example.com');
  const long = await createAgent(owner, longTitle, 'The boats leave at nine.');
  const bikes = await createAgent(owner, 'Harbour Bikes', 'We are open from nine to five.');
  for (let number = 0; number < 60; number += 1)
    await owner.call('post', `/v2/workspaces/${owner.uid}/agents`, { title: `Branch ${number}` });
  agents = { long, bikes };
  state = await context.storageState();
  await context.close();
  await runSql(
    server,
    `update workspaces set joined_at = now() - interval '9 days' where uid = '${owner.uid}'`,
    `update user_profiles set whitelabel_trial_ends_at = '2027-01-31T12:00:00Z' where user_id = '${owner.uid}'`,
  );
});

test.afterAll(async () => {
  await server?.dispose();
});

async function open(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ storageState: state, ...options });
  const page = await context.newPage();
  await page.goto(`${server.origin}/app/na/${path}`);
  await expect(page.getByRole('button', { name: 'Account: ann@example.com' })).toBeVisible();
  return page;
}

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });
/** The option that Enter would choose. */
const active = (page: Page) =>
  page.getByRole('dialog', { name: 'Search and commands' }).locator('[role="option"][aria-selected="true"]');

test('the agent dropdown is 300 px high, cuts titles at 20 characters, searches on the server and reads page by page', async ({
  browser,
}) => {
  const page = await open(browser, `agents/${agents.bikes}/kb`);
  const target = page.getByRole('button', { name: 'Agent: Harbour Bikes' });
  await target.click();
  const search = page.getByRole('combobox', { name: 'Search agents' });
  await expect(search).toBeFocused();
  await expect(page.getByRole('option')).toHaveCount(50);
  const box = await page.getByRole('dialog').filter({ has: search }).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(302);
  expect(box?.height).toBeGreaterThan(290);
  // The last one is the oldest: it stands on the second page, which the arrow up from the first option reaches.
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('option')).toHaveCount(62);
  await search.fill('donau');
  await expect(page.getByRole('option')).toHaveCount(1);
  const found = option(page, /^Kundenberatung/);
  await expect(found).toHaveText('Kundenberatung Dona…');
  await expect(found.getByTitle(longTitle)).toBeVisible();
  await page.keyboard.press('Enter');
  // Another agent opens at the same sub-path.
  await expect(page).toHaveURL(new RegExp(`/agents/${agents.long}/kb`));
  await expect(page.getByRole('button', { name: 'Agent: Kundenberatung Dona…' })).toBeVisible();
  await page.context().close();
});

test('Demo leads to the agent full page, elsewhere to the demo of the platform', async ({ browser }) => {
  const page = await open(browser, 'agents');
  const demo = page.getByRole('link', { name: 'Demo, opens in a new tab' });
  await expect(demo).toHaveAttribute('href', '/demo');
  await expect(demo).toHaveAttribute('target', '_blank');
  await page.goto(`${server.origin}/app/na/agents/${agents.bikes}/overview`);
  // A draft shows visitors nothing yet: its members see the working copy.
  await expect(demo).toHaveAttribute('href', `/app/na/prototype?vg_id=${agents.bikes}`);
  await page.context().close();
});

test('Upgrade Plan stands outside of agent pages for who joined more than 7 days ago, not for a newcomer', async ({
  browser,
}) => {
  const page = await open(browser, 'usage');
  const upgrade = page.getByRole('link', { name: 'Upgrade Plan' });
  await expect(upgrade).toHaveAttribute('href', '/app/na/account/billing');
  await page.goto(`${server.origin}/app/na/agents/${agents.bikes}/overview`);
  await expect(page.getByRole('banner').getByRole('button', { name: 'Publish', exact: true })).toBeVisible();
  await expect(upgrade).toHaveCount(0);
  await page.context().close();

  const context = await browser.newContext();
  await signUpOwner(context.request, server.origin, 'newcomer@example.com');
  const newcomer = await context.newPage();
  await newcomer.goto(`${server.origin}/app/na/agents`);
  await expect(navigation(newcomer).getByText('750 of 750 credits left')).toBeVisible();
  await expect(newcomer.getByRole('link', { name: 'Upgrade Plan' })).toHaveCount(0);
  await expect(newcomer.getByText('Whitelabel Trial Active')).toHaveCount(0);
  await context.close();
});

test('the side bar shows the trial with its last day, and the plan with what is left', async ({ browser }) => {
  const page = await open(browser, 'agents', { timezoneId: 'UTC', locale: 'en-US' });
  const trial = page.getByRole('region', { name: 'Whitelabel Trial Active' });
  await expect(trial).toContainText('Ends on Jan 31, 2027');
  const plan = navigation(page).getByRole('link', { name: /Free plan/ });
  await expect(plan).toContainText('750 of 750 credits left');
  await page.context().close();
});

test('an owner whose credits are used up learns what still works and whom to write to', async ({ browser }) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, server.origin, 'spent@example.com');
  await runSql(server, `update credit_accounts set balance = 0 where workspace_uid = '${owner.uid}'`);
  const page = await context.newPage();
  await page.goto(`${server.origin}/app/na/agents`);
  await navigation(page)
    .getByRole('link', { name: /No credits left/ })
    .click();
  await expect(page).toHaveURL(`${server.origin}/app/na/account/billing`);
  await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('750 credits were added once. They do not expire and do not renew.');
  await expect(main).toContainText('can leave their email address');
  await expect(main.getByRole('link', { name: 'billing@host.example' })).toHaveAttribute(
    'href',
    /^mailto:billing@host/,
  );
  await main.getByRole('link', { name: 'See usage' }).click();
  await expect(page).toHaveURL(/\/app\/na\/usage/);
  await context.close();
});

test('groups are closed at first; what was opened or collapsed stays so', async ({ browser }) => {
  const page = await open(browser, 'agents');
  const group = navigation(page).getByRole('button', { name: 'Utilities' });
  const sessions = navigation(page).getByRole('link', { name: 'Sessions' });
  await expect(group).toHaveAttribute('aria-expanded', 'false');
  await expect(sessions).toHaveCount(0);
  await group.click();
  await expect(sessions).toBeVisible();
  await page.reload();
  await expect(sessions).toBeVisible();
  await expect(group).toHaveAttribute('aria-expanded', 'true');
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toBeVisible();
  expect((await navigation(page).boundingBox())?.width).toBeLessThanOrEqual(60);
  // Narrow, every place is still there by its name.
  await sessions.click();
  await expect(page).toHaveURL(/\/app\/na\/sessions/);
  await page.context().close();
});

test('on a phone the navigation is an overlay of 80vw that closes when it led somewhere', async ({ browser }) => {
  const page = await open(browser, 'agents', { viewport: { width: 360, height: 740 } });
  await expect(navigation(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Open navigation' }).click();
  const overlay = page.getByRole('dialog', { name: 'Navigation' });
  await expect(overlay).toBeVisible();
  expect((await overlay.boundingBox())?.width).toBe(288);
  expect(await seriousFaults(page)).toEqual([]);
  // What the top bar has no room for.
  await expect(overlay.getByRole('link', { name: 'Demo, opens in a new tab' })).toHaveAttribute('href', '/demo');
  await overlay.getByRole('button', { name: 'Search and commands' }).click();
  await expect(palette(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await overlay.getByRole('link', { name: 'Usage' }).click();
  await expect(overlay).toHaveCount(0);
  await expect(page).toHaveURL(/\/app\/na\/usage/);
  await page.context().close();
});

test('Publish reads Published when nothing differs; changes since then can be discarded', async ({ browser }) => {
  const page = await open(browser, `agents/${agents.bikes}/nodes`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  const more = page.getByRole('button', { name: 'More about publishing' });
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Publish with note' })).toBeDisabled();
  await expect(page.getByRole('menuitem', { name: 'Version history' })).toBeEnabled();
  await expect(page.getByRole('menuitem', { name: 'Discard changes' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  const prompt = page.getByLabel('System prompt');
  await prompt.fill('Answer in rhymes.');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('All changes saved')).toBeVisible();
  await prompt.fill('Answer in rhymes, always.');
  await more.click();
  await page.getByRole('menuitem', { name: 'Discard changes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Discard changes?' });
  await dialog.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByText('Changes discarded.')).toBeVisible();
  await expect(prompt).not.toHaveValue(/rhymes/);
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  await page.context().close();
});

test('the palette opens on every route, finds agents and commands, and is worked by keys alone', async ({
  browser,
}) => {
  const page = await open(browser, 'agents');
  const routes = [
    'agents',
    'agents/new',
    `agents/${agents.bikes}/overview`,
    'sessions',
    'events',
    'credentials',
    'usage',
    'settings',
    'account',
  ];
  for (const route of routes) {
    await goTo(page, `${server.origin}/app/na/${route}`);
    await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(palette(page), route).toBeFocused();
    await page.keyboard.type('harbour');
    await expect(active(page)).toHaveText(/Harbour Bikes/);
    await page.keyboard.press('Enter');
    await expect(page, route).toHaveURL(new RegExp(`/agents/${agents.bikes}/overview`));
    await expect(palette(page)).toHaveCount(0);
  }
  // What was chosen is offered again before anything is typed.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toHaveText(/Harbour Bikes/);
  await page.keyboard.type('go nowhere');
  await expect(page.getByText('Nothing matches "go nowhere".')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await page.context().close();
});

test('over an open drawer Escape closes the palette and then the list of keys alone', async ({ browser }) => {
  const page = await open(browser, 'credentials?drawer=add');
  const drawer = page.getByRole('dialog', { name: 'Add credential' });
  await drawer.getByLabel('Name').fill('Production key');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(palette(page)).toHaveCount(0);
  await expect(drawer.getByLabel('Name')).toHaveValue('Production key');
  // In a field a question mark is written, not answered.
  await drawer.getByLabel('Name').press('End');
  await page.keyboard.press('?');
  await expect(drawer.getByLabel('Name')).toHaveValue('Production key?');
  await drawer.getByRole('button', { name: 'Close' }).first().focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(keys).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await page.context().close();
});

test('theme, language and workspace are chosen in the palette, and stay', async ({ browser }) => {
  const page = await open(browser, 'usage', { colorScheme: 'light' });
  const html = page.locator('html');
  const choose = async (...typed: string[]) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox').last()).toBeFocused();
    for (const words of typed) {
      await page.keyboard.type(words);
      await expect(active(page)).toBeVisible();
      await page.keyboard.press('Enter');
    }
  };
  await choose('switch th', 'dark');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('button', { name: 'Search and commands' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeFocused();
  await page.keyboard.type('switch l');
  await page.keyboard.press('Enter');
  await expect(option(page, 'Deutsch')).toBeVisible();
  // Back from the choice, not out of the palette.
  await page.keyboard.press('Backspace');
  await expect(palette(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await choose('switch l', 'deut');
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading', { name: 'Verbrauch' })).toBeVisible();
  await page.context().close();
});

test('the list of keys names what answers, and every key on it does', async ({ browser }) => {
  const page = await open(browser, 'agents');
  await page.locator('h1').click();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('heading', { name: 'General' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  const rows = (await list.locator('dl > div').allInnerTexts()).map((row) => row.split('\n'));
  const keysOf = Object.fromEntries(rows.map(([label = '', ...keys]) => [label, keys.join('').replace('Ctrl', '')]));
  expect(keysOf).toMatchObject({ Agents: 'GA', Usage: 'GU', 'New agent': 'C', 'Search and commands': 'K' });
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  const places = { Sessions: 'sessions', Events: 'events', Credentials: 'credentials', Usage: 'usage' };
  for (const [label, path] of Object.entries(places)) {
    for (const key of keysOf[label] ?? '') await page.keyboard.press(key.toLowerCase());
    await expect(page, label).toHaveURL(new RegExp(`/app/na/${path}`));
  }
  await page.keyboard.press('c');
  await expect(page).toHaveURL(/\/app\/na\/agents\/new/);
  // A field takes the letters.
  await page.goto(`${server.origin}/app/na/agents`);
  await page.getByRole('textbox', { name: 'Search agents' }).fill('');
  await page.keyboard.type('gu');
  await expect(page.getByRole('textbox', { name: 'Search agents' })).toHaveValue('gu');
  await expect(page).toHaveURL(/\/app\/na\/agents/);
  await page.context().close();
});

test('a route that does not exist says so and leads back', async ({ browser }) => {
  const page = await open(browser, 'no-such-page');
  await expect(page.getByText('This page does not exist.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to agents' }).click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
  await page.context().close();
});

test('axe finds nothing serious in the shell, its palette and its account menu: light, dark, Arabic, narrow and wide', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const faults: string[] = [];
  const page = await open(browser, `agents/${agents.long}/overview`);
  for (const language of ['en', 'ar']) {
    await page.evaluate((code) => localStorage.setItem('language', code), language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    for (const { scheme: colorScheme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await expect(page.locator('h1')).toBeVisible();
      const look = async (what: string) => {
        const found = await seriousFaults(page);
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (over > 0) found.push(`scrolls sideways by ${over} px`);
        faults.push(...found.map((fault) => `${language} ${colorScheme} ${width} ${what}: ${fault}`));
      };
      await look('page');
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox').last()).toBeFocused();
      await look('palette');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('combobox')).toHaveCount(0);
      await page.locator('header [aria-haspopup="dialog"]').last().click();
      await expect(page.getByRole('radiogroup')).toBeVisible();
      await look('account');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('radiogroup')).toHaveCount(0);
    }
  }
  expect(faults).toEqual([]);
  await page.context().close();
});
