import { mkdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { lookIn } from '../world/dashboard-visits.ts';
import { runSql } from '../world/databases.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';
import { untranslated } from '../world/untranslated.ts';
import { chatOnce } from '../world/visitor-api.ts';

// What a client sees of real conversations: home, analytics and metrics; and the owner, of the same agent.

const pictures = process.env.PICTURES_DIR;
const pages = ['/home', '/analytics', '/metrics', '/convos', '/kb', '/channels'];
let server: RunningServer;
let world: AgencyWorld;
let agentId: string;
const place = (page: string) => `${world.clientUrl}/app/na/agents/${agentId}/${page}`;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'figures', titles: ['Harbour Bikes', 'Harbour Cafe'] });
  agentId = world.agentIds[0] ?? '';
  const { call } = world.owner;
  const text = 'An electric bike costs 28 euros a day. We open at nine in the morning.';
  await call('post', `/v2/agents/${agentId}/knowledge`, { kind: 'text', title: 'Prices and hours', text });
  await expect
    .poll(async () => (await call('get', `/v2/agents/${agentId}/knowledge`)).items[0].state, { timeout: 30_000 })
    .toBe('SUCCESS');
  await call('post', `/v2/agents/${agentId}/publish`, {});
  const { request } = world.context;
  const chat = (questions: string[], rating: number | null) =>
    chatOnce(request, server.origin, agentId, questions, rating);
  await chat(['What does an electric bike cost?', 'Do you sell submarines on Mars?'], 5);
  await chat(['what does an electric bike COST'], 1);
  await chat(['When do you open?'], null);
});
test.afterAll(async () => {
  await world?.context.close();
});

const figure = (page: Page, label: string) =>
  page
    .locator('dl > div', { has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('dd')
    .first();

test('where nothing happened yet, the next step', async ({ page }) => {
  const { email } = await world.addClient({ email: 'new@example.com', canAccess: pages });
  await signInClient(page, world.clientUrl, email, { opens: false });
  await page.goto(place('home').replace(agentId, world.agentIds[1] ?? ''));
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get the widget script' })).toHaveAttribute('href', /\/channels$/);

  // Whoever waits is told of at once: by itself the page looks only every half minute.
  const { request } = world.context;
  await world.owner.call('post', `/v2/agents/${world.agentIds[1]}/publish`, {});
  const api = `${server.origin}/api/na/public`;
  const started = await request.post(`${api}/agents/${world.agentIds[1]}/conversations`, { data: {} });
  const { conversationId, visitorToken } = await started.json();
  const headers = { authorization: `Bearer ${visitorToken}` };
  const ask = () => request.post(`${api}/conversations/${conversationId}/handoff`, { headers, data: {} });
  // The client has only just opened the dashboard, and is online in a moment.
  await expect.poll(async () => (await (await ask()).json()).state).toBe('waiting');
  await expect(page.getByText('1 visitor waits for a person.')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('heading', { name: 'No conversations yet' })).toBeHidden();
});

test('what was asked, how it went, and what to teach', async ({ page }) => {
  const { email } = await world.addClient({ email: 'figures@example.com', canAccess: pages });
  await signInClient(page, world.clientUrl, email);
  await expect(page).toHaveURL(/\/home$/);
  await expect(figure(page, 'Conversations')).toHaveText('3');
  await expect(figure(page, 'Visitor messages')).toHaveText('4');
  await expect(figure(page, 'Good ratings')).toHaveText('50%');
  await expect(page.getByRole('list', { name: 'Questions without an answer' })).toContainText('submarines');

  await page.goto(place('analytics'));
  const asked = page.getByRole('list', { name: 'Most asked' }).getByRole('listitem');
  await expect(asked).toHaveCount(3);
  await expect(asked.first()).toContainText('electric bike COST');
  await expect(asked.first()).toContainText('2');
  await expect(page.getByRole('list', { name: 'Most used sources' })).toContainText('Prices and hours');
  // Countries are not recorded, so that nothing is said of them.
  await expect(page.getByRole('heading', { name: 'Countries' })).toHaveCount(0);
  await asked.first().getByRole('link').click();
  await expect(page).toHaveURL(/\/convos\?convo=/);
  await page.goBack();
  await page.getByRole('link', { name: 'Teach' }).first().click();
  await expect(page).toHaveURL(/\/kb\?.*add=qa/);
});

test('pictures have their numbers: in a table, and in a file that spreadsheets read', async ({ page }) => {
  const { email } = await world.addClient({ email: 'numbers@example.com', canAccess: pages });
  await signInClient(page, world.clientUrl, email, { opens: false });
  await page.goto(`${place('metrics')}?range=7d`);
  const card = page.getByRole('region', { name: 'Conversations', exact: true });
  await expect(card.getByRole('img', { name: /^Conversations, as a chart/ })).toBeVisible();
  await card.getByRole('button', { name: 'Show as table: Conversations' }).click();
  await expect(card.getByRole('row')).toHaveCount(8);
  await expect(card.getByRole('row').last()).toContainText('3');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Save as CSV: Conversations' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('conversations.csv');
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines[0]).toBe('\uFEFFDay,Conversations,Visitor messages,Leads');
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toMatch(/,3,4,0$/);
});

test('the range stands in the address; one that ends before it begins is refused beside its fields', async ({
  page,
}) => {
  const { email } = await world.addClient({ email: 'range@example.com', canAccess: pages });
  await signInClient(page, world.clientUrl, email, { opens: false });
  await page.goto(place('metrics'));
  await page.getByRole('radiogroup', { name: 'Range' }).getByText('Today').click();
  await expect(page).toHaveURL(/range=today/);
  await expect(page.getByText('By the hour in which they began')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Range' }).getByText('Custom').click();
  await page.getByLabel('From', { exact: true }).fill('2026-01-01');
  await page.getByLabel('To', { exact: true }).fill('2026-01-31');
  await expect(page).toHaveURL(/from=2026-01-01&to=2026-01-31/);
  await expect(figure(page, 'Conversations')).toHaveText('0');
  await expect(page.getByText('No ratings in this range.')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2025-12-01');
  await expect(page.getByText('The range ends before it begins.')).toBeVisible();
  await expect(page).toHaveURL(/to=2026-01-31/);
  await page.route('**/analytics/report*', (route) => route.fulfill({ status: 500, body: '' }));
  await page.reload();
  await expect(page.getByText('The figures could not be loaded.')).toBeVisible();
  await page.unroute('**/analytics/report*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(figure(page, 'Conversations')).toHaveText('0');
});

test('a client without the page is refused by the server; the owner sees the same figures on the agent', async ({
  page,
}) => {
  const { email } = await world.addClient({ email: 'closed@example.com', canAccess: ['/convos'] });
  await signInClient(page, world.clientUrl, email);
  const range = 'from=2026-11-01&to=2026-11-21&timeZone=UTC';
  const path = `/api/na/v2/workspaces/${world.owner.uid}/analytics/report?${range}`;
  expect(await page.evaluate(async (url) => (await fetch(url)).status, path)).toBe(403);
  const owner = await world.context.newPage();
  await owner.goto(`${server.origin}/app/na/agents/${agentId}/overview`);
  await owner.getByRole('link', { name: 'Analytics', exact: true }).click();
  await expect(figure(owner, 'Conversations')).toHaveText('3');
  await expect(owner.getByRole('list', { name: 'Most asked' })).toContainText('electric bike COST');
  await owner.close();
});

/** Eight weeks of a busy agent, in facts alone; questions, sources and words are those of the real conversations. */
const history = (uid: string, agent: string) => `
  insert into conversations (id, workspace_uid, agent_id, visitor_token_hash, variables, created_at, last_message_at, ended_at)
  select 'old' || n, '${uid}', '${agent}', 'old' || n, '{}', at, at, at from (
    select n, now() - make_interval(days => n % 56, hours => (n * 7 + (n % 5) * (n % 3)) % 14) as at from generate_series(1, 1400) n
    where not (extract(isodow from now() - make_interval(days => n % 56)) > 5 and n % 3 > 0)
  ) made;
  insert into conversation_facts (conversation_id, workspace_uid, agent_id, country, started_at, visitor_messages, replies,
    unknown_replies, first_response_ms, requested_at, claimed_at, is_ended, rating, has_contact)
  select id, workspace_uid, agent_id, (array['DE', 'DE', 'DE', 'FR', 'AT', 'CH', ''])[1 + n % 7], created_at, 1 + n % 4, 1 + n % 4,
    (n % 9 = 0)::int, 400 + (n * 37) % 4200, case when n % 6 = 0 then created_at end,
    case when n % 6 = 0 and n % 12 > 0 then created_at + make_interval(secs => 20 + n % 200) end, true,
    case when n % 5 = 0 then 5 when n % 17 = 0 then 1 end, n % 13 = 0
  from (select *, substr(id, 4)::int as n from conversations where id like 'old%') made;
  insert into reply_facts select 'old' || n, 'reply' || n, workspace_uid, agent_id, now() - make_interval(days => n % 28), question_key,
    is_unknown, document_ids
  from generate_series(1, 600) n join lateral (select * from reply_facts order by md5(reply_id || n) limit 1) one on true
  where exists (select from conversations c where c.id = 'old' || n);
  insert into messages (id, conversation_id, workspace_uid, agent_id, position, role, state, text, reply_id, created_at)
  select 'asked' || old.reply_id, old.conversation_id, old.workspace_uid, old.agent_id, 1, 'visitor', 'complete', m.text, old.reply_id, old.asked_at
  from reply_facts old
  join reply_facts made on made.question_key = old.question_key and made.conversation_id not like 'old%'
  join messages m on m.conversation_id = made.conversation_id and m.reply_id = made.reply_id
  where old.conversation_id like 'old%' on conflict do nothing;
  update conversations set handoff = 'waiting', handoff_since = now() where id in ('old56', 'old112');`;

test('looks right and says everything in every language, in the light, in the dark, and on a phone', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await runSql(
    server,
    ...history(world.owner.uid, agentId)
      .split(/;\n/)
      .filter((part) => part.trim()),
  );
  const { email } = await world.addClient({ email: 'look@example.com', canAccess: pages });
  const looks = [
    { language: 'en', scheme: 'light', width: 1280 },
    { language: 'ar', scheme: 'dark', width: 360 },
    { language: 'en-XA', scheme: 'light', width: 768 },
    { language: 'en', scheme: 'dark', width: 1280 },
    { language: 'de', scheme: 'light', width: 360 },
    { language: 'ar', scheme: 'light', width: 1280 },
  ] as const;
  // All of them in `npm test -- soak`.
  for (const [index, { language, scheme, width }] of looks.slice(0, process.env.SOAK ? looks.length : 3).entries()) {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width, height: 900 },
    });
    const page = await context.newPage();
    await signInClient(page, world.clientUrl, email, { isFirst: index === 0 });
    await page.evaluate((code) => localStorage.setItem('language', code), language);
    await page.reload();
    for (const name of ['home', 'analytics', 'metrics']) {
      await lookIn(page, place(name));
      await expect(page.locator('dl > div').first()).toBeVisible();
      if (pictures)
        await page.screenshot({ path: `${pictures}/${name}-${language}-${scheme}-${width}.png`, fullPage: true });
      const of = `${name} ${language} ${scheme} ${width}`;
      const reaches = await page.evaluate(() => document.documentElement.scrollWidth);
      expect.soft(reaches, of).toBeLessThanOrEqual(width);
      expect.soft(await seriousFaults(page), of).toEqual([]);
      if (language === 'en-XA') expect.soft(await untranslated(page, DATA), of).toEqual([]);
    }
    await context.close();
  }
});

const DATA = ['Harbour Bikes', 'Harbour Labs', 'Nordlicht', 'Cleo Client'];
