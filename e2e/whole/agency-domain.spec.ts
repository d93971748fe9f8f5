import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { type ReceivedMail, startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { type Edge, startEdge } from '../../server/test/harness/start-edge.ts';
import { callsOf, launchEdgeBrowser } from '../world/edge-browser.ts';
import { findOnHost } from '../world/host-crawl.ts';
import { test } from '../world/journey.ts';
import { CLIENT_PAGES, crawl, listen, mailsWithTrace } from '../world/leak-crawl.ts';
import { createEmptyAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import { startServer } from '../world/server.ts';

// An agency from its trial to the client who works at its own domain, as the world sees it: by name servers, an authority of
// certificates, the proxy, and a mailbox.

const OWNER = 'ann@example.com';
const CLIENT = 'cleo@example.com';
const DNS_ADMIN = 'admin@reader.example';
const PRIMARY = '#008FCC';
const PHOTO_PX = 40;
/** By the field that it is typed in. */
const FOOTER = {
  'Main website': 'https://example.com/',
  'Terms page': 'https://example.com/terms',
  'Privacy page': 'https://example.com/privacy',
  'Support email': 'help@example.com',
  Address: 'Harbour Street 1, 24103 Kiel',
};
const ZONE = 'nordlicht.example';
const HOST = `portal.${ZONE}`;
const CONTENT_HOST = 'content.edge.example';
/** The platform by its name, and by its domain, of which no client's browser or mail may know. */
const TRACE = /antiphon|platform\.example/i;

let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let edge: Edge;
let serverPort: string;
let browser: Browser;

test.beforeAll(async () => {
  inbox = await startSmtpInbox();
  edge = await startEdge(async (settings) => {
    const mail = { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' };
    const server = await startServer({ environment: { ...settings, ...mail, CONTENT_HOST } });
    serverPort = new URL(server.origin).port;
    return { origin: server.origin, stop: server.dispose };
  });
  edge.addSubdomain(CONTENT_HOST);
  edge.dns.addZone(ZONE);
  browser = await launchEdgeBrowser(edge);
});
test.afterAll(async () => {
  await browser?.close();
  await edge?.stop();
  await inbox?.close();
});

// Planted: pages of tabs at a host below the platform's own, as without `CONTENT_HOST` -> the dashboard names it.
test('an agency is dressed, proves its domains, and its client works at its own one, where nothing is ours', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const own = edge.urlOf(edge.ownHost);
  await page.goto(`${own}/login`);
  const owner = await signUpOwner(callsOf(page) as never, own, OWNER);
  await test.step('trial and brand', () => dressAgency(page, `${own}/app/na/agency`));
  const sub = await test.step('subdomain', () => claimSubdomain(page));
  const told = await test.step('custom domain', () => setUpDomain(page));
  await test.step('sending domain', () => addSendingDomain(page, owner));
  await test.step('org and client', () => addClient(page, owner, `${own}/app/na/clients`));
  expect(told).toEqual([OWNER]);

  const clients = await browser.newContext();
  await clients.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Bicycles</h1>' }),
  );
  await test.step('the client', () => workAsClient(clients));
  await clients.close();

  await page.goto(`${own}/app/na/agency?activeTabIndex=1`);
  for (const host of [HOST, sub]) await removeDomain(page, host);
  await context.close();
});

async function dressAgency(page: Page, address: string) {
  await page.goto(address);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.getByRole('button', { name: 'Set up my brand' }).click();
  const open = (name: string) => page.getByRole('tab', { name }).click();
  await page.getByLabel('Agency name').fill('Nordlicht');
  await page.getByLabel('Branding text').fill('## Assistants for bicycle shops\n\nThat know **every** spoke.');
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: PHOTO_PX, height: PHOTO_PX } });
  await page.locator('input[type=file]').first().setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();
  await open('Theme');
  await page.getByLabel('Primary color').fill(PRIMARY);
  const font = page.getByRole('combobox', { name: 'Font' });
  await font.fill('Lora');
  await page.getByRole('textbox', { name: 'Custom CSS' }).fill('nav a { letter-spacing: 3px; }');
  await open('Footer');
  for (const [label, value] of Object.entries(FOOTER)) await page.getByLabel(label).fill(value);
  await open('Custom Tabs');
  const label = page.getByLabel('Label', { exact: true });
  const url = page.getByLabel('URL', { exact: true });
  await page.getByRole('button', { name: 'Add tab' }).click();
  await label.fill('Offers');
  await url.fill('/offers');
  await page.getByRole('textbox', { name: 'HTML' }).fill('<h1>Summer</h1>');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Add tab' }).click();
  await label.fill('Shop');
  await url.fill('/shop');
  await page.getByText('Iframe', { exact: true }).click();
  await page.getByLabel('Address of the page').fill('https://shop.example/');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
}

async function claimSubdomain(page: Page): Promise<string> {
  const host = `nordlicht.${edge.rootDomain}`;
  edge.addSubdomain(host);
  expect(await edge.shakesHands(host)).toBe(false);
  await page.getByRole('tab', { name: 'Domains' }).click();
  await page.getByLabel('Subdomain', { exact: true }).fill('nordlicht');
  await page.getByRole('button', { name: 'Claim subdomain' }).click();
  await expect(page.getByText('Domain verification successful..')).toBeVisible();
  await expect(page.getByRole('link', { name: host })).toHaveAttribute('href', edge.urlOf(host));
  await expect.poll(() => statusOf(host)).toBe(200);
  return host;
}

/** From wrong records, which are told, to the answer over https. Who was told by mail that it is live. */
async function setUpDomain(page: Page): Promise<string[] | undefined> {
  edge.dns.set(HOST, 'A', '192.0.2.7');
  edge.dns.set(`_domain-check.${HOST}`, 'TXT', 'agency=another');
  await page.getByLabel('Custom domain', { exact: true }).fill(` https://${HOST.toUpperCase()}/ `);
  await page.getByRole('button', { name: 'Set up domain' }).click();
  await expect(page.getByText('Domain verification pending..')).toBeVisible();
  const proof = (await page.getByText(/^agency=[0-9a-f]{40}$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Email instructions' }).click();
  await page.getByLabel('Recipient email').fill(DNS_ADMIN);
  await page.getByLabel('Recipient email').press('Enter');
  await expect(page.getByText('DNS instructions sent successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Do not remind me' }).click();
  await page.getByRole('button', { name: 'Stop reminders' }).click();
  await expect(page.getByText('No more reminders are sent.')).toBeVisible();
  await expect(page.getByText('Another value was found.')).toHaveCount(2, { timeout: 40_000 });
  await expect(page.getByText('0 of 2 records found')).toBeVisible();
  const orders = edge.authority.orders();
  expect(await edge.shakesHands(HOST)).toBe(false);
  expect(edge.authority.orders()).toBe(orders);

  edge.dns.set(HOST, 'A');
  edge.dns.set(HOST, 'CNAME', edge.edgeHost);
  const letter = (await mailTo(DNS_ADMIN, /nordlicht/)).text ?? '';
  expect(letter.replaceAll(/\s/g, '')).toContain(proof);
  edge.dns.set(`_domain-check.${HOST}`, 'TXT', proof);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/^(Generating SSL certificate|Domain is live)$/).nth(1)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Another value was found.')).toHaveCount(0);
  await expect(page.getByText('Domain is live')).toHaveCount(2, { timeout: 30_000 });
  await expect(page.getByRole('link', { name: HOST })).toHaveAttribute('href', edge.urlOf(HOST));
  expect(edge.authority.orders()).toBe(orders + 1);
  const told = () => inbox.mails.find(({ subject }) => subject === `${HOST} is live`)?.recipients;
  await expect.poll(told, { timeout: 40_000 }).toBeTruthy();
  return told();
}

async function addSendingDomain(page: Page, { uid, call }: Owner) {
  await page.getByRole('tab', { name: 'Email' }).click();
  await page.getByLabel('Domain', { exact: true }).fill(ZONE);
  await page.getByRole('button', { name: 'Add domain' }).click();
  await expect(page.getByText('Not started').first()).toBeVisible();
  const { agency } = await call('get', `/v2/workspaces/${uid}/agency`);
  const { data } = await call('get', `/resend/domains/${agency.resendEmailDomainId}`);
  for (const { type, name, value } of data.records) edge.dns.set(name, type, value);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText(/leave from .*no-reply@nordlicht\.example/)).toBeVisible({ timeout: 30_000 });
}

/** A person of a new org, who is given its one agent and every page. */
async function addClient(page: Page, owner: Owner, address: string) {
  await createEmptyAgent(owner, 'Harbour Bikes');
  await page.goto(address);
  await page.getByRole('button', { name: 'Add org' }).click();
  const info = page.getByRole('dialog', { name: 'Add org' });
  await info.getByLabel('Org Name').fill('Harbour Labs');
  await info.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Agents of Harbour Labs' }).click();
  await page.getByRole('checkbox', { name: 'Harbour Bikes' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add User to Harbour Labs' }).click();
  const add = page.getByRole('dialog', { name: 'Add User' });
  await expect(add.getByRole('checkbox', { name: 'Harbour Bikes' })).toBeChecked();
  await add.getByLabel('Name').fill('Cleo');
  await add.getByLabel('Email').fill(CLIENT);
  await add.getByRole('button', { name: 'Make a new password' }).click();
  await add.getByRole('button', { name: /^Access/ }).click();
  for (const access of await add.getByRole('switch', { disabled: false }).all()) await access.check({ force: true });
  await add.getByRole('button', { name: 'Add User' }).click();
  await expect(page.getByText(`Successfully invited ${CLIENT}`)).toBeVisible();
}

async function workAsClient(context: BrowserContext) {
  const clientUrl = edge.urlOf(HOST);
  const heard = listen(context, clientUrl);
  const page = await context.newPage();
  const invitation = await mailTo(CLIENT, /dashboard at Nordlicht/);
  expect(invitation.text).toContain(clientUrl);
  expect(invitation.from?.text).toContain(`no-reply@${ZONE}`);
  const answer = await page.goto(clientUrl);
  expect(answer?.headers()['strict-transport-security']).toBe('max-age=86400');
  await signInByMail(page);
  await expectDressed(page);

  const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  for (const [tab, heading] of [
    ['Offers', 'Summer'],
    ['Shop', 'Bicycles'],
  ] as const) {
    await places.filter({ hasText: tab }).click();
    await expect(page.frameLocator(`iframe[title="${tab}"]`).getByRole('heading')).toHaveText(heading);
    expect(await page.content()).not.toMatch(TRACE);
  }

  const agent = /agents\/\w+/.exec((await places.first().getAttribute('href')) ?? '')?.[0] ?? '';
  const paths = [...CLIENT_PAGES.map((name) => `${agent}/${name}`), 'nothing'];
  const { found, answers } = await crawl(page, { clientUrl, paths, trace: TRACE }, heard);
  expect(found).toEqual([]);
  expect(answers.length).toBeGreaterThan(60);
  const subjects = inbox.mails.map(({ subject, recipients }) => `${subject} to ${recipients}`);
  expect(mailsWithTrace(inbox.mails, TRACE, OWNER), subjects.join(' | ')).toEqual([]);
  const bundle = await findOnHost(HOST, serverPort, ['/'], TRACE);
  expect(bundle.found).toEqual([]);
  expect(bundle.asked.length).toBeGreaterThan(40);
}

async function mailTo(recipient: string, what: RegExp): Promise<ReceivedMail> {
  const find = () =>
    inbox.mails.findLast(({ recipients, subject }) => recipients.includes(recipient) && what.test(subject ?? ''));
  await expect.poll(() => find()?.subject, { timeout: 40_000 }).toBeTruthy();
  return find() as ReceivedMail;
}

async function expectPhoto(page: Page) {
  const photo = page.getByRole('banner').locator('img').first();
  await expect(photo).toBeVisible();
  await expect(photo).toHaveJSProperty('naturalWidth', PHOTO_PX);
}

/** What the agency says of itself where its clients sign in. */
async function expectFrontDoor(page: Page) {
  await expect(page.getByRole('heading', { name: 'Nordlicht' })).toBeVisible();
  await expectPhoto(page);
  await expect(page.getByRole('heading', { name: 'Assistants for bicycle shops' })).toBeVisible();
  await expect(page.getByText('That know every spoke.')).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText(FOOTER.Address)).toBeVisible();
  const places = await footer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const { 'Main website': website, 'Support email': support, 'Terms page': terms, 'Privacy page': privacy } = FOOTER;
  expect(places).toEqual([website, `mailto:${support}`, terms, privacy]);
}

/** By the link of the mail, as a client who forgot every password. */
async function signInByMail(page: Page) {
  await expectFrontDoor(page);
  await page.getByLabel('Email', { exact: true }).fill(CLIENT);
  await page.getByRole('button', { name: 'Email Login Code', exact: true }).click();
  const link = /https?:\/\/\S+/.exec((await mailTo(CLIENT, /code/i)).text ?? '')?.[0] ?? '';
  expect(new URL(link).origin).toBe(edge.urlOf(HOST));
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(/\/app\/na/);
}

async function expectDressed(page: Page) {
  await expect(page).toHaveTitle(/Nordlicht/);
  await expectPhoto(page);
  await expect(page.getByRole('navigation').getByRole('link').first()).toHaveCSS('letter-spacing', '3px');
  const looks = await page.evaluate(() => ({
    font: getComputedStyle(document.body).fontFamily,
    primary: getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled'),
  }));
  expect(looks.font).toContain('Lora');
  expect(looks.primary).toBe(PRIMARY);
  const session = (await page.context().cookies()).find(({ name }) => name.startsWith('__Host-'));
  expect(session).toMatchObject({ secure: true, httpOnly: true });
}

async function removeDomain(page: Page, host: string) {
  const isOwn = host === HOST;
  const remove = page.getByRole('button', { name: 'Remove domain' });
  await (isOwn ? remove.last() : remove.first()).click();
  const dialog = page.getByRole('dialog', { name: 'Remove this domain?' });
  if (isOwn) await dialog.getByLabel(/^Type .* to confirm$/).fill(host);
  await dialog.getByRole('button', { name: 'Remove domain' }).click();
  await expect(dialog).toHaveCount(0);
  const since = Date.now();
  await expect.poll(() => statusOf(host), { intervals: [100] }).toBe(404);
  expect(Date.now() - since).toBeLessThan(2_000);
}

/** What a new browser is answered. */
async function statusOf(host: string): Promise<number> {
  const context = await browser.newContext();
  const answer = await (await context.newPage()).goto(edge.urlOf(host));
  await context.close();
  return answer?.status() ?? 0;
}
