import { type Browser, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { type RoundRobin, startRoundRobin } from '../world/round-robin.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { openChat } from '../world/visitor.ts';

// Two processes that answer and one that works, on one PostgreSQL, behind a proxy that gives each request to the next of them:
// operators under load, with nothing lost, and again while one of the two is killed in the middle.

let webs: RunningServer[] = [];
let worker: RunningServer;
let proxy: RoundRobin;
let origin: string;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;
let world: AgencyWorld;

const startRole = (ROLE: string, beside?: RunningServer) =>
  startServer({ beside, environment: { ROLE, REGIONS: 'na' } });

test.beforeAll(async ({ browser }) => {
  worker = await startRole('worker');
  webs = [await startRole('web', worker), await startRole('web', worker)];
  proxy = await startRoundRobin(webs.map((web) => web.origin));
  origin = `http://localhost:${proxy.port}`;
  shop = await startBicycleShop();
  world = await makeAgencyWorld(browser, origin, { sub: 'between', titles: ['Harbour Bikes'] });
  const { call } = world.owner;
  const path = `/v2/agents/${world.agentIds[0]}`;
  await call('post', `${path}/knowledge`, {
    kind: 'text',
    title: 'Prices',
    text: 'An electric bike costs 28 euros a day.',
  });
  await expect.poll(async () => (await call('get', `${path}/knowledge`)).items[0].state).toBe('SUCCESS');
  await call('post', `${path}/publish`, {});
});

test.afterAll(async () => {
  await proxy?.close();
  for (const web of webs) await web.stop();
  await worker?.dispose();
  await shop?.close();
});

/** Every answer about the inbox arrives late: what happens meanwhile is not in it, and is to be shown all the same. */
function slowLine() {
  const { fetch } = window;
  window.fetch = async (...asked) => {
    const answer = await fetch(...asked);
    if (new URL(answer.url).pathname.endsWith('/inbox')) await new Promise((done) => setTimeout(done, 1_500));
    return answer;
  };
}

async function signInOperator(browser: Browser, email: string, name: string, line = () => {}): Promise<Page> {
  await world.addClient({ email, name, canAccess: ['/convos'] });
  const page = await (await browser.newContext()).newPage();
  await page.addInitScript(line);
  await signInClient(page, world.clientUrl, email, { opens: false });
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/convos?view=inbox`);
  await expect(page.getByText('Your inbox is empty')).toBeVisible();
  return page;
}

const waiting = (page: Page) => page.getByRole('list', { name: 'Conversations for people' }).getByRole('button');

async function serveVisitors(browser: Browser, people: readonly [string, string], inTheMiddle: () => Promise<void>) {
  const [cleo, carl] = people;
  const operator = await signInOperator(browser, `${cleo.toLowerCase()}@example.com`, cleo);
  const rival = await signInOperator(browser, `${carl.toLowerCase()}@example.com`, carl, slowLine);
  const script = `<script async src="${origin}/widget.js" data-id="${world.agentIds[0]}" data-region="na"></script>`;
  const first = await openChat(browser, shop, script);
  const second = await openChat(browser, shop, script);
  for (const { ask, chat } of [first, second]) {
    await ask('What does an electric bike cost?');
    await chat.getByRole('button', { name: 'Talk to a person' }).click();
    await expect(chat.locator('.chat-handoff').first()).toBeVisible();
  }
  // Both wait on both screens, whichever process each of the four speaks to.
  for (const page of [operator, rival]) await expect(waiting(page)).toHaveCount(2);
  for (const page of [operator, rival]) {
    await waiting(page).first().click();
    await expect(page.getByRole('log')).toContainText('28 euros a day');
  }
  await operator.getByRole('button', { name: 'Take over' }).click();
  await expect(first.chat.locator('.chat-handoff', { hasText: `${cleo} joined` })).toBeVisible();
  await expect(rival.getByText(`With ${cleo}`).first()).toBeVisible();

  const log = first.chat.getByRole('log');
  const answers = await first.chat.locator('.chat-message-agent').count();
  const reply = operator.getByRole('textbox', { name: 'Your reply' });
  await reply.fill(`Good day, this is ${cleo}.`);
  await reply.press('Enter');
  await expect(log.getByText(`Good day, this is ${cleo}.`)).toBeVisible();
  await inTheMiddle();
  await first.send('Do you have helmets?');
  await expect(operator.getByRole('log')).toContainText('Do you have helmets?', { timeout: 40_000 });
  await reply.fill('Yes, two euros a day.');
  await reply.press('Enter');
  await expect(log.getByText('Yes, two euros a day.')).toBeVisible({ timeout: 40_000 });
  for (const text of [`Good day, this is ${cleo}.`, 'Do you have helmets?', 'Yes, two euros a day.']) {
    await expect(log.getByText(text, { exact: true })).toHaveCount(1);
    await expect(operator.getByRole('log').getByText(text, { exact: true })).toHaveCount(1);
  }
  expect(await first.chat.locator('.chat-message-agent').count(), 'the agent is silent').toBe(answers + 2);

  // The operator leaves under a question: whichever process hears of it, the agent answers, once.
  await first.send('What does an electric bike cost?');
  await expect(operator.getByRole('log').getByText('What does an electric bike cost?')).toHaveCount(2);
  await operator.getByRole('button', { name: 'Return to agent' }).click();
  await expect(first.chat.locator('.chat-line')).toHaveText(`${cleo} left, the assistant is back`);
  await expect(first.chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(answers + 3);
  await first.ask('What does an electric bike cost?');
  await operator.getByRole('button', { name: 'Close', exact: true }).click();
  // The other one still waits, and is served by the other operator.
  await expect(waiting(rival)).toHaveCount(1, { timeout: 40_000 });
  await waiting(rival).click();
  await rival.getByRole('button', { name: 'Take over' }).click();
  await expect(second.chat.locator('.chat-handoff', { hasText: `${carl} joined` })).toBeVisible();
  await rival.getByRole('button', { name: 'Return to agent' }).click();
  await second.ask('What does an electric bike cost?');
  await rival.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(rival.getByRole('button', { name: 'Reopen' })).toBeVisible();
  for (const { visitor } of [first, second]) await visitor.context().close();
  for (const page of [operator, rival]) await page.context().close();
}

test('operators under load, each request at another process', async ({ browser }) => {
  await serveVisitors(browser, ['Cleo', 'Carl'], async () => {});
});

test('the same with one process killed in the middle', async ({ browser }) => {
  await serveVisitors(browser, ['Dora', 'Dirk'], () => (webs[0] as RunningServer).stop('SIGKILL'));
});
