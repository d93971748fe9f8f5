import { expect } from '@playwright/test';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { type AgencyWorld, makeAgencyWorld, setSendingDomain, signInByForm } from '../world/agency-world.ts';
import { startBicycleShop } from '../world/bicycle-shop.ts';
import { askHost, findOnHost } from '../world/host-crawl.ts';
import { test } from '../world/journey.ts';
import { CLIENT_PAGES, crawl, listen, mailsWithTrace } from '../world/leak-crawl.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// Clients never learn what the platform is called or where it stands: not from a page, an answer, a mail or the bundle.

const SUB = 'crawl';

let inbox: Awaited<ReturnType<typeof startSmtpInbox>>;
let server: RunningServer;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;
let world: AgencyWorld;
/** The name, and the platform's own host: an agency's host ends with it, behind a dot. */
let trace: RegExp;

test.beforeAll(async ({ browser }) => {
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

const crawled = () => {
  const agent = `agents/${world.agentIds[0]}`;
  const paths = [...CLIENT_PAGES.map((name) => `${agent}/${name}`), `${agent}/convos?view=inbox`, 'nothing'];
  return { clientUrl: world.clientUrl, paths, trace };
};
const tracedMails = () => mailsWithTrace(inbox.mails, trace, `${SUB}@example.com`);

test('a client meets neither the name of the platform nor its host. Planted: an agent of that name is found everywhere', async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const { owner } = world;
  const canAccess = CLIENT_PAGES.map((name) => `/${name}`);
  const { ID, email } = await world.addClient({ email: 'crawled@example.com', canAccess, isOrgAdmin: true });
  await owner.call('post', `/v2/workspaces/${owner.uid}/clients/${ID}/invite`, {});
  const context = await browser.newContext();
  const heard = listen(context, world.clientUrl);
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
      [`/api/na${path}`, JSON.stringify(body)] as const,
    );
  expect(await post('/client/me', { notificationsSettings: { notifyThrough: 'all', notifyIf: 'all' } })).toBe(200);
  const script = `<script async src="${world.clientUrl}/widget.js" data-id="${world.agentIds[0]}" data-region="na"></script>`;
  const visit = async () => {
    const { visitor, chat, ask } = await openChat(browser, shop, script);
    listen(visitor.context(), world.clientUrl);
    await ask('What does a bike cost?');
    await chat.getByRole('button', { name: 'Talk to a person' }).click();
    await expect(chat.locator('.chat-handoff').first()).toBeVisible();
    await visitor.context().close();
  };
  await visit();
  const message = 'The numbers are too small.';
  expect(await post(`/agencies/${world.agencyId}/email`, { message })).toBe(201);
  await expect.poll(() => inbox.mails.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(4);

  const { found, answers } = await crawl(page, crawled(), heard);
  expect(found).toEqual([]);
  expect(answers.length).toBeGreaterThan(60);
  const subjects = inbox.mails.map(({ subject }) => subject);
  expect(tracedMails(), subjects.join(' | ')).toEqual([]);
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
  const planted = await crawl(page, crawled(), heard);
  expect(planted.found.filter((place) => place.startsWith('screen')).length).toBeGreaterThan(5);
  expect(planted.found.filter((place) => place.startsWith('answer')).length).toBeGreaterThan(0);
  expect(tracedMails().length).toBeGreaterThan(0);
  await context.close();
});
