import { type Browser, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInByForm } from '../world/agency-world.ts';
import { startBicycleShop } from '../world/bicycle-shop.ts';
import { test } from '../world/journey.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// A visitor's whole way on an agency's host: the bubble, an answer as it is written, a file, a person who takes over while the
// server dies and comes back, a rating, and the same conversation the next day.

const DAY_MS = 86_400_000;
const ASKED = 'What does an electric bike cost?';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

let server: RunningServer;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;
let world: AgencyWorld;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ database: 'embedded' });
  shop = await startBicycleShop();
  world = await makeAgencyWorld(browser, server.origin, { sub: 'visited', titles: ['Harbour Bikes'] });
  const { call } = world.owner;
  const path = `/v2/agents/${world.agentIds[0]}`;
  await call('post', `${path}/knowledge`, {
    kind: 'text',
    title: 'Prices',
    text: 'An electric bike costs 28 euros a day.',
  });
  await expect.poll(async () => (await call('get', `${path}/knowledge`)).items[0].state).toBe('SUCCESS');
  await call('post', `${path}/publish`, {});
  shop.addPage(
    '/shop',
    `<script async src="${world.clientUrl}/widget.js" data-id="${world.agentIds[0]}" data-region="na"></script>`,
  );
});

test.afterAll(async () => {
  await world?.context.close();
  await server?.dispose();
  await shop?.close();
});

async function signInOperator(browser: Browser): Promise<Page> {
  const { email } = await world.addClient({ email: 'cleo@example.com', name: 'Cleo Client', canAccess: ['/convos'] });
  const page = await (await browser.newContext()).newPage();
  await signInByForm(page, world.clientUrl, email);
  await page.goto(`${world.clientUrl}/app/na/agents/${world.agentIds[0]}/convos?view=inbox`);
  await expect(page.getByText('Your inbox is empty')).toBeVisible();
  return page;
}

test('what nobody edited is said in the language of the visitor, or of the page', async ({ browser }) => {
  const greet = async (locale: string, lang = '') => {
    const { agentIds, clientUrl } = world;
    const script = `<script async src="${clientUrl}/widget.js" data-id="${agentIds[0]}" data-region="na" data-lang="${lang}"></script>`;
    shop.addPage('/abroad', script);
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto(`${shop.origin}/abroad`);
    const bubble = page.locator('.m .t');
    await expect(bubble).toBeVisible();
    const said = [await bubble.textContent(), await page.locator('.m .k').getAttribute('aria-label')];
    await bubble.click();
    const chat = page.frameLocator('iframe[title="Chat"]');
    const greeting = chat.locator('.chat-message-agent .chat-bubble').first();
    await expect(greeting).toBeVisible();
    said.push(
      await greeting.textContent(),
      await chat.locator('#notice').evaluate((one) => one.shadowRoot!.textContent),
    );
    await chat.getByRole('textbox').fill('?');
    await chat.getByRole('textbox').press('Enter');
    // It begins with the greeting, which is a message from then on.
    await expect(chat.locator('.chat-message-agent')).toHaveCount(2);
    said.push(await greeting.textContent());
    await context.close();
    return said;
  };
  const german = 'Hallo, wie kann ich Ihnen helfen?';
  const inGerman = [german, 'Schließen', german, 'Sie sprechen mit einer KI', german];
  const arabic = 'مرحبًا، كيف يمكنني مساعدتك اليوم؟';
  expect(await greet('de-AT')).toEqual(inGerman);
  expect(await greet('ar-EG')).toEqual([arabic, 'إغلاق', arabic, 'أنت تتحدث مع ذكاء اصطناعي', arabic]);
  expect(await greet('en-US', 'de')).toEqual(inGerman);
});

test('an owner writes the texts of a language, and its visitors read them once they are published', async ({
  browser,
}) => {
  const [agentId] = world.agentIds;
  const page = await world.context.newPage();
  await page.goto(`${server.origin}/app/na/agents/${agentId}/settings`);
  await page.getByRole('combobox', { name: 'Add a language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  const german = page.getByRole('group', { name: 'German' });
  await expect(german.getByText('Default: Hallo, wie kann ich Ihnen helfen?').first()).toBeVisible();
  await german.getByLabel('Greeting').fill('Moin! Was darf es sein?');
  await german.getByLabel('Suggested questions').first().fill('Was kostet ein Rad?');
  await german.getByLabel('Suggested questions').first().press('Enter');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  await page.close();

  const context = await browser.newContext({ locale: 'de-DE' });
  const visitor = await context.newPage();
  await visitor.goto(`${shop.origin}/shop`);
  await visitor.getByRole('button', { name: /^Chat/ }).click();
  const chat = visitor.frameLocator('iframe[title="Chat"]');
  await expect(chat.getByRole('log').getByText('Moin! Was darf es sein?')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Was kostet ein Rad?' })).toBeVisible();
  await context.close();
});

test('bubble, answer, file, a person, a crash in the middle, a rating, and tomorrow', async ({ browser }) => {
  const operator = await signInOperator(browser);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(`${shop.origin}/shop`);
  await visitor.getByText('Hi, how can I help you today?').click();
  const chat = visitor.frameLocator('iframe[title="Chat"]');
  const log = chat.getByRole('log');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers).toHaveCount(1);
  const composer = chat.getByRole('textbox', { name: 'Write a message…' });
  const send = async (text: string) => {
    await composer.fill(text);
    await composer.press('Enter');
  };
  await send(ASKED);
  await expect(answers).toHaveCount(2, { timeout: 40_000 });
  await expect(answers.last()).toContainText('28 euros');
  await expect(chat.locator('.chat-sources')).toContainText('Prices');

  const file = { name: 'receipt.txt', mimeType: 'text/plain', buffer: Buffer.from('One day, one bike.') };
  await chat.locator('input[type=file]').setInputFiles(file);
  await expect(chat.getByRole('button', { name: 'Remove receipt.txt' })).toBeVisible();
  await expect(chat.getByRole('progressbar')).toHaveCount(0);
  await send('Here is my receipt');
  await expect(chat.getByRole('link', { name: /receipt\.txt/ })).toBeVisible();
  await expect(answers).toHaveCount(3, { timeout: 40_000 });

  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await operator.getByRole('list', { name: 'Conversations for people' }).getByRole('button').click();
  await expect(operator.getByRole('log')).toContainText('receipt.txt');
  await operator.getByRole('button', { name: 'Take over' }).click();
  await expect(chat.locator('.chat-handoff', { hasText: 'Cleo Client joined' })).toBeVisible();
  const reply = operator.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Thank you, I see it.');
  await reply.press('Enter');
  await expect(log.getByText('Thank you, I see it.')).toBeVisible();

  await server.stop('SIGKILL');
  server = await server.restart();
  await send('Was it right?');
  await expect(operator.getByRole('log')).toContainText('Was it right?', { timeout: 30_000 });
  await reply.fill('Yes, all is well.');
  await reply.press('Enter');
  await expect(log.getByText('Yes, all is well.')).toBeVisible({ timeout: 30_000 });
  for (const text of ['Thank you, I see it.', 'Was it right?', 'Yes, all is well.']) {
    await expect(log.getByText(text, { exact: true }), 'neither lost nor doubled').toHaveCount(1);
    await expect(operator.getByRole('log').getByText(text, { exact: true })).toHaveCount(1);
  }
  await expect(answers, 'the agent said nothing in between').toHaveCount(5);
  await operator.getByRole('button', { name: 'Return to agent' }).click();
  await expect(operator.getByText('The agent answers again.')).toBeVisible();

  await chat.getByRole('button', { name: 'Menu' }).click();
  await chat.getByRole('menuitem', { name: 'Rate this conversation' }).click();
  await chat.getByRole('radio', { name: '5 of 5 stars' }).check();
  await expect(chat.getByText('Thank you for your rating.')).toBeVisible();

  const tomorrow = await visitor.context().newPage();
  await visitor.close();
  await tomorrow.clock.install({ time: Date.now() + DAY_MS });
  await tomorrow.goto(`${shop.origin}/shop`);
  await tomorrow.getByRole('button', { name: /^Chat/ }).click();
  const again = tomorrow.frameLocator('iframe[title="Chat"]');
  await expect(again.getByRole('log').getByText('Yes, all is well.')).toBeVisible();
  await again.getByRole('textbox', { name: 'Write a message…' }).fill(ASKED);
  await again.getByRole('textbox', { name: 'Write a message…' }).press('Enter');
  await expect(again.locator('.chat-message-agent[data-state=complete]').last()).toContainText('28 euros', {
    timeout: 40_000,
  });
  await tomorrow.context().close();
  await operator.context().close();
});
