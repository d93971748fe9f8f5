import { type BrowserContext, expect, type Page } from '@playwright/test';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { type AgencyWorld, makeAgencyWorld, setSendingDomain, signInByForm } from '../world/agency-world.ts';
import { startBicycleShop } from '../world/bicycle-shop.ts';
import { settle } from '../world/dashboard-visits.ts';
import { askHost, findOnHost } from '../world/host-crawl.ts';
import { test } from '../world/journey.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// Clients never learn what the platform is called or where it stands: not from a page, an answer, a mail or the bundle.

const PAGES = ['home', 'convos', 'leads', 'analytics', 'metrics', 'kb', 'channels', 'nodes', 'settings'];
const SUB = 'crawl';

let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let server: RunningServer;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;
let world: AgencyWorld;
/** The name, and the platform's own host: an agency's host ends with it, behind a dot. */
let trace: RegExp;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  inbox = await startSmtpInbox();
  // Whatever is sent without a brand says so in its sender.
  server = await startServer({ environment: { SMTP_URL: inbox.url, EMAIL_FROM: 'Antiphon <hello@example.com>' } });
  shop = await startBicycleShop();
  trace = new RegExp(`antiphon|(?<![\\w.-])${new URL(server.origin).host}`, 'i');
  world = await makeAgencyWorld(browser, server.origin, { sub: SUB, titles: ['Harbour Bikes'] });
  await setSendingDomain(server, world.owner.uid, 'verified');
  const { call } = world.owner;
  const path = `/v2/agents/${world.agentIds[0]}`;
  await call('post', `${path}/knowledge`, { kind: 'text', title: 'Prices', text: 'A bike costs 28 euros a day.' });
  await expect.poll(async () => (await call('get', `${path}/knowledge`)).items[0].state).toBe('SUCCESS');
  await call('post', `${path}/publish`, {});
});

test.afterAll(async () => {
  await world?.context.close();
  await server?.dispose();
  await shop?.close();
  await inbox?.close();
});

/** Every answer of the agency's host that this browser is given: body, address and headers. */
function listen(context: BrowserContext) {
  const answers: Promise<{ url: string; text: string }>[] = [];
  context.on('response', (response) => {
    const url = response.url();
    if (!url.startsWith(world.clientUrl)) return;
    // What is streamed for as long as the page is open has no end to wait for.
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream') === true;
    const body = isStream ? Promise.resolve(Buffer.from('')) : response.body().catch(() => Buffer.from(''));
    // A context that closes takes what it still receives with it.
    const headers = response.allHeaders().catch(() => ({}));
    answers.push(
      Promise.all([body, headers]).then(([bytes, all]) => ({
        url,
        text: `${bytes.toString('latin1')} ${JSON.stringify(all)}`,
      })),
    );
  });
  return async () =>
    (await Promise.all(answers)).map(({ url, text }) => ({ url: url.replace(world.clientUrl, ''), text }));
}

/** The addresses among the answers, and the screens, where a trace stands. */
async function crawl(page: Page, heard: ReturnType<typeof listen>) {
  const found = new Set<string>();
  const screens = PAGES.map((name) => `agents/${world.agentIds[0]}/${name}`);
  const convo = 'convos?view=inbox';
  for (const path of [...screens, `agents/${world.agentIds[0]}/${convo}`, 'nothing']) {
    await page.goto(`${world.clientUrl}/app/na/${path}`);
    await settle(page);
    if (trace.test(`${await page.title()} ${await page.content()}`)) found.add(`screen ${path}`);
  }
  for (const name of ['Feedback', /^Notifications/, /^Workspace:/, /^Account/]) {
    const button = page.getByRole('button', { name, exact: typeof name === 'string' });
    if ((await button.count()) === 0) continue;
    await button.first().click();
    const opened = page.getByRole('dialog').or(page.getByRole('menu'));
    await expect(opened.first()).toBeVisible();
    if (trace.test(await page.content())) found.add(`screen behind ${name}`);
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
  }
  const answers = await heard();
  for (const { url, text } of answers) if (trace.test(url) || trace.test(text)) found.add(`answer ${url}`);
  return { found: [...found], answers };
}

/** Of those to clients and to the agency's own support: the owner knows whose platform it is. */
const mailsWithTrace = () =>
  inbox.mails
    .filter(({ recipients }) => !recipients.includes(`${SUB}@example.com`))
    .filter(({ headerLines, text, html, subject }) =>
      [JSON.stringify(headerLines), text, html, subject].some((part) => trace.test(String(part))),
    )
    .map(({ subject, recipients }) => `${subject} to ${recipients}`);

test('a client meets neither the name of the platform nor its host. Planted: an agent of that name is found everywhere', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { owner } = world;
  const canAccess = PAGES.map((name) => `/${name}`);
  const { ID, email } = await world.addClient({ email: 'crawled@example.com', canAccess, isOrgAdmin: true });
  await owner.call('post', `/v2/workspaces/${owner.uid}/clients/${ID}/invite`, {});
  const context = await browser.newContext();
  const heard = listen(context);
  const page = await context.newPage();
  await page.goto(world.clientUrl);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Email Login Code', exact: true }).click();
  await expect(page.getByLabel('Login Code')).toBeVisible();
  await signInByForm(page, world.clientUrl, email);

  // A visitor of the widget on that host, who asks for a person: the client is told by mail too.
  const post = (path: string, body: object) =>
    page.evaluate(
      async ([address, json]) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(address, { method: 'POST', headers, body: json })).status;
      },
      [`/api/na/client${path}`, JSON.stringify(body)] as const,
    );
  expect(await post('/me', { notificationsSettings: { notifyThrough: 'all', notifyIf: 'all' } })).toBe(200);
  const script = `<script async src="${world.clientUrl}/widget.js" data-id="${world.agentIds[0]}" data-region="na"></script>`;
  const visit = async () => {
    const { visitor, chat, ask } = await openChat(browser, shop, script);
    listen(visitor.context());
    await ask('What does a bike cost?');
    await chat.getByRole('button', { name: 'Talk to a person' }).click();
    await expect(chat.locator('.chat-handoff').first()).toBeVisible();
    await visitor.context().close();
  };
  await visit();
  expect(await post('/feedback', { message: 'The numbers are too small.' })).toBe(201);
  await expect.poll(() => inbox.mails.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);

  const { found, answers } = await crawl(page, heard);
  expect(found).toEqual([]);
  expect(answers.length).toBeGreaterThan(60);
  const subjects = inbox.mails.map(({ subject }) => subject);
  expect(mailsWithTrace(), subjects.join(' | ')).toEqual([]);
  const { port, hostname } = new URL(world.clientUrl);
  const bundle = await findOnHost(hostname, port, ['/', `/na/prototype/${world.agentIds[0]}`, '/widget.js'], trace);
  expect(bundle.found).toEqual([]);
  expect(bundle.asked.length).toBeGreaterThan(40);
  const { status } = await askHost(hostname, port, `/na/prototype/${world.agentIds[0]}`);
  expect(status).toBe(200);

  const agent = await owner.call('get', `/v2/agents/${world.agentIds[0]}`);
  await owner.call('post', `/v2/agents/${world.agentIds[0]}`, {
    draftRevision: agent.draftRevision,
    settings: { ...agent.settings, title: 'Antiphon' },
  });
  await owner.call('post', `/v2/agents/${world.agentIds[0]}/publish`, {});
  const before = inbox.mails.length;
  await visit();
  await expect.poll(() => inbox.mails.length, { timeout: 30_000 }).toBeGreaterThan(before);
  const planted = await crawl(page, heard);
  expect(planted.found.filter((place) => place.startsWith('screen')).length).toBeGreaterThan(5);
  expect(planted.found.filter((place) => place.startsWith('answer')).length).toBeGreaterThan(0);
  expect(mailsWithTrace().length).toBeGreaterThan(0);
  await context.close();
});
