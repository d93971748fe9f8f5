import { mkdirSync } from 'node:fs';
import { type Browser, expect, type Page, type Route } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { askHost, findOnHost } from '../world/host-crawl.ts';
import { addressFor, test } from '../world/journey.ts';
import { LOOKS_LTR, LOOKS_RTL, look } from '../world/looks.ts';
import { type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';
import { untranslated } from '../world/untranslated.ts';

// The agency's brand: set up by its owner, worn by the clients' shell on its own host, where nothing names the platform.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let port: string;

test.beforeAll(async ({ shared }) => {
  server = shared;
  port = new URL(server.origin).port;
  if (pictures) mkdirSync(pictures, { recursive: true });
});

async function makeAgency(browser: Browser, sub: string, brand: object) {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, server.origin, addressFor(sub));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await save(owner, { name: 'Fahrradhaus Nordlicht', ...brand });
  const body = { uid: owner.uid, customDomain: sub, isVGSubdomain: true };
  const { clientUrl } = await owner.call('post', '/hosting/custom-domain', body);
  return { owner, context, clientUrl: clientUrl as string };
}
const save = (owner: Owner, brand: object) => owner.call('post', `/v2/workspaces/${owner.uid}/agency`, brand);
const theme = (primary: string) => JSON.stringify({ primary, themeType: 'system' });
const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
};

test('an owner starts the trial, sees the brand live before it is saved, claims a subdomain and opens it', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signUpOwner(context.request, server.origin, addressFor('ann'));
  const page = await context.newPage();
  await page.goto(`${server.origin}/app/na/agents`);
  await page.getByRole('button', { name: 'Whitelabel' }).click();
  await page.getByRole('link', { name: 'Agency' }).click();
  await expect(page.getByText('Adjust agency settings')).toBeVisible();
  const trial = page.getByRole('button', { name: 'Start free trial' });
  await page.route('**/rpc/activateWhitelabelTrial', (route) => route.abort(), { times: 1 });
  await trial.click();
  await expect(page.getByText('Error creating agency settings.')).toBeVisible();
  await trial.click();
  const dialog = page.getByRole('dialog', { name: 'Your white-label trial is active' });
  await expect(dialog).toBeVisible();
  await expect(page.getByText('Agency settings initialized')).toBeVisible();
  await expect(page.getByText('Error creating agency settings.')).toBeHidden();
  await dialog.getByRole('button', { name: 'Set up my brand' }).click();
  await expect(page.getByText('Whitelabel Trial Active')).toBeVisible();

  const preview = page.frameLocator('iframe[title="Preview"]');
  await page.getByLabel('Agency name').fill('Nordlicht');
  await expect(preview.getByRole('banner')).toContainText('Nordlicht');
  await expect(page.getByText('There are unsaved changes')).toBeVisible();
  await page.getByRole('tab', { name: 'Theme' }).click();
  await expect(page).toHaveURL(/activeTabIndex=3/);
  await page.getByLabel('Primary color').fill('#FFF9C4');
  await expect(page.getByText('On light screens this color is too pale to read')).toBeVisible();
  // The dashboard's own pages: home with its figures, and who waits.
  await expect(preview.getByRole('region', { name: 'Conversations, last 28 days' })).toBeVisible();
  await expect(preview.getByText('Sample figures')).toBeVisible();
  const button = preview.getByRole('button', { name: 'Open the inbox' });
  await expect(button).toHaveCSS('background-color', 'rgb(255, 249, 196)');
  await expect(button).toHaveCSS('color', 'rgb(23, 24, 28)');
  await picture(page, 'owner-theme-light');
  await button.click();
  await expect(preview.getByRole('list', { name: 'Conversations for people' }).getByRole('button')).toHaveCount(3);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Footer' }).click();
  await page.getByLabel('Terms page').fill('http://example.com/tos');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Error occured when trying to save..')).toBeVisible();
  await expect(page.getByText('Use an https address.').first()).toBeVisible();
  await page.getByLabel('Terms page').fill('example.com/terms');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Terms page')).toHaveValue('https://example.com/terms');
  // What failed before is done now.
  await expect(page.getByText('Error occured when trying to save..')).toBeHidden();

  await page.getByRole('tab', { name: 'Domains' }).click();
  await page.getByLabel('Subdomain', { exact: true }).fill('www');
  await page.getByRole('button', { name: 'Claim subdomain' }).click();
  await expect(page.getByText('Failed to set up subdomain. Please try again.')).toBeVisible();
  await expect(page.getByText('This domain already exists. Please try another one.').first()).toBeVisible();
  await page.getByLabel('Subdomain', { exact: true }).fill('Nordlicht');
  await page.getByRole('button', { name: 'Claim subdomain' }).click();
  await expect(page.getByText('Domain verification successful..')).toBeVisible();
  await picture(page, 'owner-domains');
  const another = page.getByLabel('Another subdomain');
  await another.fill('www');
  await another.press('Enter');
  const replacing = page.getByRole('dialog', { name: 'Replace the subdomain?' });
  await expect(replacing).toContainText('nordlicht.localhost stops answering at once.');
  await replacing.getByRole('button', { name: 'Claim subdomain' }).click();
  await expect(another).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Remove domain' }).click();
  await page.route('**/hosting/custom-domain?**', (route) => route.abort(), { times: 1 });
  const asked = page.getByRole('dialog', { name: 'Remove this domain?' });
  await asked.getByRole('button', { name: 'Remove domain' }).click();
  await expect(page.getByText('Error canceling domain.')).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  const link = page.getByRole('link', { name: 'nordlicht.localhost' });
  await expect(link).toHaveAttribute('href', `http://nordlicht.localhost:${port}`);
  await page.goto((await link.getAttribute('href')) as string);
  await expect(page).toHaveTitle('Nordlicht');
  await expect(page.getByRole('heading', { name: 'Nordlicht' })).toBeVisible();
  await context.close();
});

test('two who change the brand at once lose nothing, nor does one whose browser is gone', async ({ browser }) => {
  const { context, owner } = await makeAgency(browser, 'two-admins', { address: 'Harbour Street 1' });
  const page = await context.newPage();
  await page.goto(`${server.origin}/app/na/agency`);
  await page.getByLabel('Agency name').fill('Nordlicht');
  await page.getByRole('tab', { name: 'Footer' }).click();
  await page.getByLabel('Address').fill('Harbour Street 2');
  // The browser is gone, and comes back; meanwhile somebody saved another field.
  await save(owner, { mainWebsite: 'https://example.com', name: 'Fahrradhaus am Hafen' });
  await page.close();
  const again = await context.newPage();
  await again.goto(`${server.origin}/app/na/agency?activeTabIndex=6`);
  await expect(again.getByText(/^Unsaved changes from .* were kept\.$/)).toBeVisible();
  await expect(again.getByLabel('Address')).toHaveValue('Harbour Street 2');
  await expect(again.getByLabel('Main website')).toHaveValue('https://example.com');
  const met = again.getByRole('dialog', { name: 'Somebody saved these fields meanwhile' });
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(met).toContainText('Fahrradhaus am Hafen');
  await expect(met).not.toContainText('Harbour Street');
  await met.getByRole('button', { name: 'Save mine' }).click();
  await expect(again.getByText('All changes saved')).toBeVisible();
  await expect(again.getByText(/^Unsaved changes from/)).toHaveCount(0);
  const read = async () => (await owner.call('get', `/v2/workspaces/${owner.uid}/agency`)).agency;
  expect(await read()).toMatchObject({
    name: 'Nordlicht',
    address: 'Harbour Street 2',
    mainWebsite: 'https://example.com',
  });

  // Another field is saved over unasked, the same one is not.
  await save(owner, { name: 'Fahrradhaus', address: 'Harbour Street 3' });
  await again.getByLabel('Address').fill('Harbour Street 4');
  await again.getByLabel('Support email').fill('help@example.com');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(met).toContainText('Harbour Street 3');
  await expect(met).toContainText('Harbour Street 4');
  expect(await seriousFaults(again)).toEqual([]);
  await picture(again, 'owner-same-field');
  expect(await read()).toMatchObject({ address: 'Harbour Street 3', supportEmail: '' });
  await met.getByRole('button', { name: 'Save mine' }).click();
  await expect(again.getByText('All changes saved')).toBeVisible();
  expect(await read()).toMatchObject({
    name: 'Fahrradhaus',
    address: 'Harbour Street 4',
    supportEmail: 'help@example.com',
  });

  await save(owner, { address: 'Harbour Street 5' });
  await again.getByLabel('Address').fill('Harbour Street 6');
  await again.getByLabel('Support email').fill('desk@example.com');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await met.getByRole('button', { name: 'Use what was saved' }).click();
  await expect(again.getByLabel('Address')).toHaveValue('Harbour Street 5');
  await expect(again.getByLabel('Support email')).toHaveValue('desk@example.com');
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(again.getByLabel('Support email')).toHaveValue('help@example.com');

  await again.getByRole('tab', { name: 'Overview' }).click();
  await again.getByRole('switch', { name: /^Clients can sign in/ }).press(' ');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(again.getByText('All changes saved')).toBeVisible();
  expect((await read()).settings).toEqual({ disablePasswordLogin: true });
  await picture(again, 'owner-overview');
  await context.close();
});

/** What is read later is there, and every custom tab is being edited. */
async function openWhole(page: Page, index: number) {
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 0.9 });
  await expect(page.locator('[data-section]').first()).toBeVisible();
  if (index === 2) await expect(page.locator('dl code').first()).toBeVisible();
  if (index !== 4) return;
  const cards = page.locator('[data-tab] [aria-expanded]');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) await card.click();
  await expect(page.locator('.cm-content')).toHaveCount(2);
}

test('every tab of the settings is translated, and stands on a phone, in the dark and in Arabic', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ colorScheme: 'dark' });
  const owner = await signUpOwner(context.request, server.origin, addressFor('tabs'));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  const tab = { ID: 'tab_walkedwalkedwal', label: 'Offers', href: '/offers', htmlContent: '<h1>Offers</h1>' };
  const other = { ID: 'tab_walkedwalkedwa2', label: 'أسعار', href: '/prices', pageType: 'iframe', alwaysVisible: true };
  const frame = { ...other, iframeUrl: 'https://example.com/prices' };
  await save(owner, { name: 'Nordlicht', customTabs: [tab, frame] });
  await owner.call('post', '/resend/domains/mail.nordlicht.example', { uid: owner.uid });
  const page = await context.newPage();
  await page.goto(`${server.origin}/app/na/agency`);
  const fonts = ['Rubik', 'DM Sans', 'Inter', 'Manrope', 'Nunito Sans', 'Source Sans 3', 'Work Sans', 'Lora'];
  for (const index of [0, 1, 2, 3, 4, 6]) {
    await page.evaluate(() => localStorage.setItem('language', 'en-XA'));
    await page.goto(`${server.origin}/app/na/agency?activeTabIndex=${index}`);
    await openWhole(page, index);
    const main = (await untranslated(page, ['Antiphon', 'Nordlicht', 'Ann Example', 'Personal', ...fonts])).filter(
      (text) => !/^Personal /.test(text),
    );
    expect(main, `tab ${index}`).toEqual([]);
    expect(await look(page, LOOKS_LTR), `tab ${index}`).toEqual([]);
    await page.evaluate(() => localStorage.setItem('language', 'ar'));
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 360, height: 800 });
    await page.reload();
    await openWhole(page, index);
    // The preview, which opens by itself, leaves the page at its top. The specification shows none beside custom tabs.
    if (index === 4) await expect(page.locator('iframe[title]')).toHaveCount(0);
    else await expect(page.frameLocator('iframe[title]').getByRole('banner')).toContainText('Nordlicht');
    if (index !== 4) expect(await page.evaluate(() => window.scrollY), `tab ${index}`).toBe(0);
    await picture(page, `owner-tab-${index}-ar-360-dark`);
    expect(await look(page, LOOKS_RTL), `tab ${index}`).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
  // What is refused is said in the language, too.
  await page.evaluate(() => localStorage.setItem('language', 'de'));
  await page.reload();
  await page.getByRole('tab', { name: 'Domains' }).click();
  await page.getByLabel('Subdomain', { exact: true }).fill('a');
  await page.getByRole('button', { name: 'Subdomain sichern' }).click();
  await expect(page.getByText('Verwenden Sie 3 bis 63 Buchstaben, Ziffern und Bindestriche.')).toBeVisible();
  await page.goto(`${server.origin}/app/na/agency?activeTabIndex=6`);
  await page.getByLabel('Website', { exact: true }).fill('http://example.com');
  await page.getByLabel('Support-E-Mail').fill('nobody');
  await page.keyboard.press('ControlOrMeta+s');
  // Planted: the server's sentences as they come -> English at the fields.
  await expect(page.getByText('Verwenden Sie eine https-Adresse.').first()).toBeVisible();
  await expect(page.getByText('Bitte geben Sie eine gültige E-Mail-Adresse ein').first()).toBeVisible();
  await context.close();
});

// Planted: the frame is known by its ref alone, which React takes while it hides the screen for texts -> an empty frame.
test('the preview wears the brand where its frame asks for it while texts of a tab are on their way', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, server.origin, addressFor('late'));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await save(owner, { name: 'Nordlicht' });
  const page = await context.newPage();
  const late = (ms: number) => async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  };
  await page.route(/\/client-preview$/, late(1_000));
  await page.route(/\/agency-email-/, late(4_000));
  await page.goto(`${server.origin}/app/na/agency`);
  await page.getByRole('tab', { name: 'Email' }).click();
  await expect(page.getByRole('button', { name: 'Add domain' })).toBeVisible();
  await expect(page.frameLocator('iframe[title="Preview"]').getByRole('banner')).toContainText('Nordlicht');
  await context.close();
});

// Planted: `useShownFaults` opens nothing -> Save is pressed on a tab that has no fault, and nothing is seen.
test('what keeps the settings from being saved is shown, on whichever tab it stands', async ({ browser }) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, server.origin, addressFor('faults'));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await save(owner, { name: 'Nordlicht' });
  const page = await context.newPage();
  const open = async (name: string) => {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
  };
  const saveNow = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto(`${server.origin}/app/na/agency`);
  const name = page.getByLabel('Agency name');
  await name.fill('');
  await open('Footer');
  await saveNow();
  await expect(name).toBeFocused();
  await expect(page.getByText('Please enter a name.')).toBeVisible();
  await expect(page).toHaveURL(/\/agency$/);
  await name.fill('Nordlicht am Hafen');

  await open('Custom Tabs');
  await page.getByRole('button', { name: 'Add tab' }).click();
  await page.getByLabel('Label', { exact: true }).fill('Offers');
  const url = page.getByLabel('URL', { exact: true });
  await url.fill('offers');
  await page.getByRole('button', { name: 'Done' }).click();
  await open('Email');
  await page.keyboard.press('ControlOrMeta+s');
  await expect(url).toBeFocused();
  await expect(page.getByText('URL must include a leading slash (/)')).toBeVisible();
  await expect(page).toHaveURL(/activeTabIndex=4/);
  // The card that the fault has opened stays open while it is mended.
  await url.fill('/offers');
  await expect(url).toBeFocused();

  // What only the server refuses.
  await open('Footer');
  const terms = page.getByLabel('Terms page');
  await terms.fill('http://example.com/tos');
  await open('Domains');
  await saveNow();
  await expect(terms).toBeFocused();
  await expect(page.getByText('Use an https address.').first()).toBeVisible();
  await terms.fill('https://example.com/tos');
  await saveNow();
  await expect(page.getByText('All changes saved')).toBeVisible();
  const { agency } = await owner.call('get', `/v2/workspaces/${owner.uid}/agency`);
  expect(agency).toMatchObject({ name: 'Nordlicht am Hafen', tosPage: 'https://example.com/tos' });
  expect(agency.customTabs).toMatchObject([{ href: '/offers' }]);
  await context.close();
});

test('the first HTML wears the brand before any script: title, icon, colours, font, scheme, language', async ({
  browser,
}) => {
  await makeAgency(browser, 'first-html', { customThemeJSONString: theme('48 100% 50%'), googleFont: 'Lora' });
  const { status, body } = await askHost('first-html.localhost', port, '/');
  expect(status).toBe(200);
  expect(body).toContain('<title>Fahrradhaus Nordlicht</title>');
  expect(body).toMatch(/<link rel="icon" href="data:image\/svg\+xml/);
  expect(body).toContain('--ui-accent:#FFCC00');
  expect(body).toMatch(/<link rel="stylesheet" href="\/assets\/lora-[\w-]+\.css">/);
  expect(body).toContain('data-theme-type="system"');
  expect(body).toMatch(/<html lang="en" dir="ltr"/);
});

const paths = [
  '/',
  '/login',
  '/app/na',
  '/app/na/agents/agt_none/home',
  '/pricing',
  '/signup',
  '/legal/privacy-policy',
  '/share',
  '/na/prototype/agt_none',
  '/widget.js',
  '/client-preview',
  '/robots.txt',
  '/sitemap.xml',
  '/api/docs',
  '/api/openapi.json',
  '/api/na/v2/me',
  '/api/na/v2/users/me',
  '/api/na/v2/workspaces/none',
  '/api/na/public/sign-in-options',
  '/api/na/public/agents/agt_none',
  '/api/na/auth/get-session',
  '/api/na/email/outbox',
  '/api/na/nothing',
  '/api/eu/v2/me',
  '/nothing/at/all',
];

test("nothing on an agency's host names the platform: pages, bundle, API, headers. Planted: the powered-by line", async ({
  browser,
}) => {
  const { owner, context } = await makeAgency(browser, 'crawled', {});
  const clean = await findOnHost('crawled.localhost', port, paths, /antiphon/i);
  expect(clean.found).toEqual([]);
  expect(clean.asked.length).toBeGreaterThan(paths.length + 10);
  await save(owner, { showsPoweredBy: true });
  await expect.poll(async () => (await findOnHost('crawled.localhost', port, ['/'], /antiphon/i)).found).toContain('/');
  await context.close();
});

test("an agency's host has its own things alone: owners' calls, marketing and sign-in are not there", async ({
  browser,
}) => {
  const context = await browser.newContext();
  const owner = await signUpOwner(context.request, server.origin, addressFor('separate'));
  await owner.call('post', '/rpc/activateWhitelabelTrial', { uid: owner.uid });
  await owner.call('post', '/hosting/custom-domain', { uid: owner.uid, customDomain: 'separate', isVGSubdomain: true });
  const status = async (host: string, path: string) => (await askHost(host, port, path, '*/*')).status;
  for (const path of ['/api/na/v2/me', `/api/na/v2/workspaces/${owner.uid}`, '/api/na/auth/get-session', '/api/docs'])
    expect(await status('separate.localhost', path), path).toBe(404);
  expect(await status('separate.localhost', '/api/eu/public/country')).toBe(404);
  expect(await status('localhost', '/api/docs')).toBe(200);
  const nobody = await askHost('nobody.localhost', port, '/');
  expect(nobody.status).toBe(404);
  expect(nobody.body).not.toMatch(/antiphon/i);
  const platform = await askHost('localhost', port, '/');
  expect(platform.body).not.toContain('Fahrradhaus');
  await context.close();
});
