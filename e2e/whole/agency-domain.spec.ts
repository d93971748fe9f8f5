import { type Browser, expect, type Page } from '@playwright/test';
import { type ReceivedMail, startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { type Edge, startEdge } from '../../server/test/harness/start-edge.ts';
import { callsOf, launchEdgeBrowser } from '../world/edge-browser.ts';
import { test } from '../world/journey.ts';
import { type Owner, signUpOwner } from '../world/owner-api.ts';
import { startServer } from '../world/server.ts';

// An agency's hosts from its first settings to its clients' sign-in, as the world sees them: by name servers, an authority of
// certificates, and the proxy.

let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let edge: Edge;
let browser: Browser;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  inbox = await startSmtpInbox();
  edge = await startEdge(async (settings) => {
    const mail = { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' };
    const server = await startServer({ environment: { ...settings, ...mail } });
    return { origin: server.origin, stop: server.dispose };
  });
  browser = await launchEdgeBrowser(edge);
});
test.afterAll(async () => {
  await browser?.close();
  await edge?.stop();
  await inbox?.close();
});

const primary = '201 100% 30%';
const brand = {
  name: 'Nordlicht',
  brandingText: '## Assistants for bicycle shops',
  googleFont: 'Lora',
  customThemeJSONString: JSON.stringify({ primary, themeType: 'system' }),
  customCSS: 'nav a { letter-spacing: 3px; }',
  tosPage: 'https://example.com/terms',
  supportEmail: 'help@example.com',
};

/** A person of an org of the agency, who sees its one agent. */
async function addClient({ uid, call }: Owner, email: string) {
  const own = (path: string, body: object) => call('post', `/v2/workspaces/${uid}${path}`, body);
  const { ID: orgId } = await own('/orgs', { name: 'Harbour Labs' });
  const { ID: agentId } = await own('/agents', { title: 'Harbour Bikes' });
  await own(`/orgs/${orgId}/agents/${agentId}`, {});
  const client = await own(`/orgs/${orgId}/clients`, { name: 'Cleo', email, dashboardPassword: 'first-horse-battery' });
  await own(`/clients/${client.ID}/agents/${agentId}`, {});
}

async function awaitMail(to: string): Promise<ReceivedMail> {
  const find = () => inbox.mails.findLast((mail) => mail.recipients.includes(to) && /code/i.test(mail.subject ?? ''));
  await expect.poll(() => find()?.subject, { timeout: 20_000 }).toBeTruthy();
  return find() as ReceivedMail;
}

/** By the link of the mail, as a client who forgot every password. */
async function signInByMail(page: Page, origin: string, email: string) {
  await page.goto(origin);
  await expect(page.getByRole('heading', { name: 'Nordlicht' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Terms of service' })).toHaveAttribute('href', brand.tosPage);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Email Login Code', exact: true }).click();
  const link = /https?:\/\/\S+/.exec((await awaitMail(email)).text ?? '')?.[0] ?? '';
  expect(new URL(link).origin).toBe(origin);
  await page.goto(link);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL(/\/app\/na/);
}

test('an agency is dressed, claims a subdomain, and its client signs in there over https', async () => {
  test.setTimeout(120_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  const own = edge.urlOf(edge.ownHost);
  await page.goto(`${own}/login`);
  const owner = await signUpOwner(callsOf(page) as never, own, 'ann@example.com');

  await page.goto(`${own}/app/na/agency`);
  await page.getByRole('button', { name: 'Start free trial' }).click();
  await page.getByRole('button', { name: 'Set up my brand' }).click();
  await owner.call('post', `/v2/workspaces/${owner.uid}/agency`, brand);
  await page.goto(`${own}/app/na/agency?activeTabIndex=1`);
  const host = `nordlicht.${edge.rootDomain}`;
  edge.addSubdomain(host);
  expect(await edge.shakesHands(host)).toBe(false);
  await page.getByLabel('Subdomain', { exact: true }).fill('nordlicht');
  await page.getByRole('button', { name: 'Claim subdomain' }).click();
  await expect(page.getByText('Domain verification successful..')).toBeVisible();

  await addClient(owner, 'cleo@example.com');
  const clients = await browser.newContext();
  const client = await clients.newPage();
  await signInByMail(client, edge.urlOf(host), 'cleo@example.com');
  await expectDressed(client);
  await clients.close();

  await page.getByRole('button', { name: 'Remove domain' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove domain' }).click();
  await expect(page.getByText('Domain deleted successfully..')).toBeVisible();
  const since = Date.now();
  await expect.poll(() => statusOf(host), { intervals: [100] }).toBe(404);
  expect(Date.now() - since).toBeLessThan(2_000);
  await context.close();
});

// Planted: the records of the look before stay -> the wrong value is still shown when it is mended.
test('an agency’s own domain goes from a wrong record to its clients’ sign-in over https', async () => {
  test.setTimeout(120_000);
  const context = await browser.newContext();
  const page = await context.newPage();
  const own = edge.urlOf(edge.ownHost);
  await page.goto(`${own}/login`);
  const owner = await signUpOwner(callsOf(page) as never, own, 'bea@example.com');
  const { uid, call } = owner;
  await call('post', '/rpc/activateWhitelabelTrial', { uid });
  await call('post', `/v2/workspaces/${uid}/agency`, brand);
  await addClient(owner, 'cora@example.com');

  const host = 'portal.nordlicht.example';
  edge.dns.addZone('nordlicht.example');
  edge.dns.set(host, 'A', '192.0.2.7');
  const claim = { uid, customDomain: ` https://${host.toUpperCase()}/ `, isCustomDomain: true };
  const { verification } = (await call('post', '/hosting/custom-domain', claim)).data;
  const [proof, alias] = verification as { name: string; value: string }[];
  edge.dns.set(proof?.name ?? '', 'TXT', 'agency=another');
  const query = `uid=${uid}&domain=${host}&domainType=customDomain`;
  const read = async () => (await call('get', `/hosting/custom-domain?${query}`)).domain;
  const whys = async () => (await read()).records.map(({ why }: { why: { code: string } | null }) => why?.code);
  await expect.poll(whys, { timeout: 20_000 }).toEqual(['other_value', 'other_value']);
  const orders = edge.authority.orders();
  expect(await edge.shakesHands(host)).toBe(false);
  expect(edge.authority.orders()).toBe(orders);

  edge.dns.set(host, 'A');
  edge.dns.set(host, 'CNAME', alias?.value ?? '');
  edge.dns.set(proof?.name ?? '', 'TXT', `"${proof?.value}"`);
  const mendedAt = Date.now();
  const state = async () => (await read()).state;
  await expect.poll(state, { intervals: [500], timeout: 20_000 }).toMatch(/issuing|live/);
  expect(Date.now() - mendedAt).toBeLessThan(10_000);
  await expect.poll(state, { intervals: [500], timeout: 30_000 }).toBe('live');
  expect(edge.authority.orders()).toBe(orders + 1);
  await expect
    .poll(() => inbox.mails.find(({ subject }) => subject === `${host} is live`)?.recipients)
    .toEqual(['bea@example.com']);

  const clients = await browser.newContext();
  const client = await clients.newPage();
  await signInByMail(client, edge.urlOf(host), 'cora@example.com');
  await expectDressed(client);
  const answer = await client.goto(edge.urlOf(host));
  expect(answer?.headers()['strict-transport-security']).toBe('max-age=86400');
  expect(await answer?.text()).not.toMatch(/antiphon|platform\.example/i);
  await clients.close();

  const since = Date.now();
  await call('delete', `/hosting/custom-domain?domain=${host}&domainType=customDomain`);
  await expect.poll(() => statusOf(host), { intervals: [100] }).toBe(404);
  expect(Date.now() - since).toBeLessThan(2_000);
  await context.close();
});

/** What a new browser is answered. */
async function statusOf(host: string): Promise<number> {
  const context = await browser.newContext();
  const answer = await (await context.newPage()).goto(edge.urlOf(host));
  await context.close();
  return answer?.status() ?? 0;
}

async function expectDressed(page: Page) {
  await expect(page).toHaveTitle(/Nordlicht/);
  await expect(page.getByRole('navigation').getByRole('link').first()).toHaveCSS('letter-spacing', '3px');
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Lora');
  expect(await page.content()).not.toMatch(/antiphon/i);
  const session = (await page.context().cookies()).find(({ name }) => name.startsWith('__Host-'));
  expect(session).toMatchObject({ secure: true, httpOnly: true });
}
