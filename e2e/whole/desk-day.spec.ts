import { newMessageId } from '@antiphon/contract/ids';
import { expect, type Locator, type Page } from '@playwright/test';
import { amount } from '../../server/test/harness/amounts.ts';
import { runSchedule } from '../../server/test/harness/run-schedule.ts';
import { startSmtpInbox } from '../../server/test/harness/smtp-inbox.ts';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import { createAgent } from '../world/owner-api.ts';
import { type RoundRobin, startRoundRobin } from '../world/round-robin.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// A day at the desk. Visitors in three languages leave a message, ask for a person, or wait in vain; an owner and a client of the agency
// close every request, each request at whichever of two processes; one visitor who left is mailed and comes back. At every step the
// inbox, the navigation, the browser's tab, the bell and the figures say the same.

const EACH = amount(10, 3);
const LANGS = ['en', 'de', 'fr'];

let webs: RunningServer[] = [];
let worker: RunningServer;
let proxy: RoundRobin;
let origin: string;
let world: AgencyWorld;
let agentId: string;

let smtp: Awaited<ReturnType<typeof startSmtpInbox>>;
let mailing: Record<string, string> = {};

const startRole = (ROLE: string, beside?: RunningServer) =>
  startServer({ beside, environment: { ROLE, REGIONS: 'na', PUBLIC_URL: origin, ...mailing } });

test.beforeAll(async ({ browser }) => {
  smtp = await startSmtpInbox();
  mailing = { SMTP_URL: smtp.url, EMAIL_FROM: 'Platform <mail@example.com>' };
  const origins: string[] = [];
  proxy = await startRoundRobin(origins);
  // It stands in links of mails.
  origin = `http://localhost:${proxy.port}`;
  worker = await startRole('worker');
  webs = [await startRole('web', worker), await startRole('web', worker)];
  origins.push(...webs.map((web) => web.origin));
  world = await makeAgencyWorld(browser, origin, { sub: 'desk', titles: [] });
  agentId = await createAgent(world.owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/orgs/${world.orgId}/agents/${agentId}`, {});
  await world.owner.call('post', `/v2/agents/${agentId}/publish`, {});
});

test.afterAll(async () => {
  await world?.context.close();
  await proxy?.close();
  await smtp?.close();
  for (const web of webs) await web.stop();
  await worker?.dispose();
});

async function startVisit(number: number) {
  const post = async (path: string, data: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${origin}/api/na/public${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(data),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const lang = LANGS[number % LANGS.length];
  const { conversationId, visitorToken } = await post(`/agents/${agentId}/conversations`, { lang });
  const own = (path: string, data: object) => post(`/conversations/${conversationId}${path}`, data, visitorToken);
  await own('/messages', { id: newMessageId(), text: `Question ${number}` });
  return {
    id: conversationId as string,
    ask: async () => (await own('/handoff', {})).state as string,
    leave: () => own('/contact', { email: `visitor${number}@example.com`, message: `Message ${number}` }),
  };
}

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations for people' }).getByRole('button');

/** The open requests, wherever a number of them stands. */
async function agree(owner: Page, client: Page, { open, asked }: { open: number; asked: number }) {
  const inFront = open > 0 ? new RegExp(`^\\(${open}\\) `) : /^[^(]/;
  for (const page of [owner, client]) {
    await expect(page).toHaveTitle(inFront);
    await expect(page.getByRole('button', { name: 'Open', exact: open === 0 }).first()).toHaveText(
      open > 0 ? `Open${open}` : 'Open',
    );
  }
  const bell = open > 0 ? `Notifications: ${open} unread` : 'Notifications';
  await expect(owner.getByRole('button', { name: bell, exact: true })).toBeVisible();
  const place = owner.getByRole('navigation').getByRole('link', { name: 'Inbox' });
  await expect(place).toHaveText(open > 0 ? `Inbox${open}` : 'Inbox');
  const today = new Date().toISOString().slice(0, 10);
  const report = `/v2/workspaces/${world.owner.uid}/analytics/report?from=${today}&to=${today}&timeZone=UTC`;
  expect((await world.owner.call('get', report)).totals.handoffs).toBe(asked);
}

/** What a colleague takes away in this moment is not pressed. */
const press = (button: Locator) => button.click({ timeout: 3_000 }).catch(() => undefined);

/** Not where a colleague took and closed it in this moment: then nothing is open any more, and the next row is met. */
const isShown = (what: Locator) =>
  what
    .first()
    .waitFor({ timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );

/** Takes the first row, answers where a visitor still waits, closes it. False where nothing is left. */
async function serveNext(page: Page, isFromTop: boolean): Promise<boolean> {
  const row = isFromTop ? rows(page).first() : rows(page).last();
  const none = page.getByText('Your inbox is empty');
  await expect(row.or(none).first()).toBeVisible();
  if (await none.isVisible()) return false;
  await press(row);
  const chat = page.getByRole('region', { name: 'Conversation', exact: true });
  const close = chat.getByRole('button', { name: 'Close', exact: true });
  const gone = chat.getByText(/^(With|Closed)/).first();
  if (!(await isShown(close.or(gone).or(none)))) return true;
  const takeOver = chat.getByRole('button', { name: 'Take over' });
  if (await takeOver.isVisible()) {
    await press(takeOver);
    const reply = chat.getByRole('textbox', { name: 'Your reply' });
    if ((await isShown(reply.or(gone))) && (await reply.isVisible())) {
      await reply.fill('We have two left.');
      await reply.press('Enter');
      await expect(reply).toHaveValue('');
    }
  }
  if (await close.isVisible()) await press(close);
  await press(chat.getByRole('button', { name: 'Close panel' }));
  return true;
}

test('every request ends closed, none is lost or stands there twice, and all numbers agree', async ({ browser }) => {
  test.skip(!worker.databaseUrl, 'Several processes share a PostgreSQL.');
  test.setTimeout(600_000);
  const numbers = (from: number) => Array.from({ length: EACH }, (_, index) => from + index);
  const left = await Promise.all(numbers(0).map(startVisit));
  for (const visit of left) {
    expect(await visit.ask()).toBe('away');
    await visit.leave();
  }

  const owner = await world.context.newPage();
  await owner.goto(`${origin}/app/na/inbox`);
  const client = await (await browser.newContext()).newPage();
  const person = await world.addClient({ email: 'carl@example.com', name: 'Carl Client', canAccess: ['/convos'] });
  await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/clients/${person.ID}/agents/${agentId}`, {});
  await signInClient(client, world.clientUrl, 'carl@example.com', { opens: false });
  await client.goto(`${world.clientUrl}/app/na/agents/${agentId}/convos?view=inbox`);
  for (const page of [owner, client]) page.setDefaultTimeout(20_000);
  await expect(rows(owner)).toHaveCount(EACH);
  await agree(owner, client, { open: EACH, asked: EACH });

  const asked = await Promise.all(numbers(EACH).map(startVisit));
  for (const visit of asked) expect(await visit.ask()).toBe('waiting');
  const expiring = await Promise.all(numbers(2 * EACH).map(startVisit));
  for (const visit of expiring) expect(await visit.ask()).toBe('waiting');
  const all = [...left, ...asked, ...expiring];
  await expect(rows(owner)).toHaveCount(all.length);
  await agree(owner, client, { open: all.length, asked: all.length });

  // Nobody comes to some of them.
  const named = expiring.map(({ id }) => `'${id}'`).join();
  await runSql(
    worker,
    `update conversations set handoff_since = handoff_since - interval '1 hour' where id in (${named})`,
  );
  await runSchedule(worker.databaseUrl, 'give_back_idle_conversations');
  const missed = owner.getByRole('button', { name: /^Missed/ });
  await expect(missed).toHaveText(`Missed${left.length + expiring.length}`, { timeout: 30_000 });
  await agree(owner, client, { open: all.length, asked: all.length });

  // Two people from both ends of one list: who comes second at the last ones is told so.
  const serve = async (page: Page, isFromTop: boolean) => {
    // Rows that a colleague has just taken are met again, as often as it goes until they are closed there.
    const until = Date.now() + 10_000 * all.length;
    while (await serveNext(page, isFromTop)) expect(Date.now()).toBeLessThan(until);
  };
  await Promise.all([serve(owner, true), serve(client, false)]);
  await agree(owner, client, { open: 0, asked: all.length });

  await owner.getByRole('button', { name: 'Closed', exact: true }).click();
  const more = owner.getByRole('button', { name: 'Show more' });
  await expect(rows(owner).first()).toBeVisible();
  while (await more.isVisible()) await more.click();
  await expect(rows(owner)).toHaveCount(all.length);

  // Nobody who had left was there to read the answer: each gets one mail, and comes back by its link.
  await runSql(worker, `update inbox_items set replied_at = replied_at - interval '10 minutes' where owes_email`);
  await runSchedule(worker.databaseUrl, 'inbox.email_replies');
  const mails = () => smtp.mails.filter(({ recipients }) => recipients[0]?.startsWith('visitor'));
  await expect.poll(() => mails().length, { timeout: 30_000 }).toBe(left.length);
  expect(new Set(mails().map(({ recipients }) => recipients[0])).size).toBe(left.length);
  const link = /http\S+\/c\/na\/\S+/.exec(mails()[0]?.text ?? '')?.[0] ?? '';
  expect(link).toContain(world.clientUrl);
  const phone = await (await browser.newContext({ viewport: { width: 390, height: 780 } })).newPage();
  await phone.goto(link);
  const chat = phone.frameLocator('iframe[title="Chat"]');
  await expect(chat.getByText('We have two left.')).toBeVisible();
  await chat.getByRole('textbox').fill('Then I come by.');
  await chat.getByRole('textbox').press('Enter');
  await owner.getByRole('button', { name: /^Open/ }).first().click();
  await expect(rows(owner)).toHaveCount(1);
  await agree(owner, client, { open: 1, asked: all.length });
  await serve(owner, true);
  await agree(owner, client, { open: 0, asked: all.length });
});
