import { mkdirSync } from 'node:fs';
import { type Browser, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInByForm, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { startBicycleShop } from '../world/bicycle-shop.ts';
import { lookIn } from '../world/dashboard-visits.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';
import { untranslated } from '../world/untranslated.ts';
import { openChat } from '../world/visitor.ts';

// What clients do on their agency's host: answer visitors live, teach, write the prompt, copy the script, look at their org.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;
let shop: Awaited<ReturnType<typeof startBicycleShop>>;
let world: AgencyWorld;

test.beforeAll(async ({ browser, shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
  shop = await startBicycleShop();
  world = await makeAgencyWorld(browser, server.origin, { sub: 'pages' });
  const { call } = world.owner;
  for (const agentId of world.agentIds) {
    const text = { kind: 'text', title: 'Prices', text: 'An electric bike costs 28 euros a day.' };
    await call('post', `/v2/agents/${agentId}/knowledge`, text);
    await call('post', `/v2/agents/${agentId}/publish`, {});
  }
});
test.afterAll(async () => {
  await world?.context.close();
  await shop?.close();
});

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();
const place = (page: string, agent = 0) => `${world.clientUrl}/app/na/agents/${world.agentIds[agent]}/${page}`;
const script = (agent = 0) =>
  `<script async src="${world.clientUrl}/widget.js" data-id="${world.agentIds[agent]}" data-region="na"></script>`;
const list = (page: Page) => page.getByRole('list', { name: 'Conversations for people' }).getByRole('button');

/** What a visitor asks before it was taught, and afterwards. */
const untaught = ['Do you repair "tandems" (old & new) + trikes, too?', 'Do you repair tandems?'] as const;

test('a client answers a visitor live, a second one loses the claim, canned responses and predefined tags, and gives back', async ({
  browser,
}) => {
  await world.changeOrg({
    settings: { enableCannedResponses: true },
    predefinedTags: ['refund', 'rental'],
    disallowAnyTags: true,
  });
  const [first, second, stranger] = [await newPage(browser), await newPage(browser), await newPage(browser)];
  const pages = { canAccess: ['/convos'] };
  await signInClient(first, world.clientUrl, (await world.addClient({ email: 'cleo@example.com', ...pages })).email);
  const dora = await world.addClient({ email: 'dora@example.com', name: 'Dora Desk', ...pages });
  await signInClient(second, world.clientUrl, dora.email);
  await expect(first.getByRole('navigation', { name: 'Pages' }).getByRole('link')).toHaveText(['Conversations']);
  for (const page of [first, second]) await page.goto(place('convos?view=inbox'));
  await expect(first.getByText('Your inbox is empty')).toBeVisible();

  const { chat, send, ask } = await openChat(browser, shop, script());
  await ask('What does an electric bike cost?');
  await chat.getByRole('button', { name: 'Talk to a person' }).click();
  await expect(chat.locator('.chat-handoff', { hasText: 'Connecting you with a person' })).toBeVisible();
  for (const page of [first, second]) await list(page).first().click();
  // Level 2: announced in the shell, and it leads to the conversation.
  await expect(first.getByText('A visitor asks for a person').first()).toBeVisible({ timeout: 40_000 });

  const refused = second.waitForResponse((answer) => answer.url().endsWith('/claim'));
  await second.route('**/claim', async (route) => {
    await expect(chat.locator('.chat-handoff', { hasText: 'Cleo Client joined' })).toBeVisible();
    await route.continue();
  });
  // Both press at what both saw; the one who comes second is told by whom.
  await second.getByRole('button', { name: 'Take over' }).click();
  await first.getByRole('button', { name: 'Take over' }).click();
  expect((await refused).status()).toBe(409);
  await expect(second.getByText('Cleo Client has taken over this conversation.')).toBeVisible();
  await expect(second.getByText('With Cleo Client').first()).toBeVisible();

  await first.getByRole('button', { name: 'Canned responses' }).click();
  const dialog = first.getByRole('dialog', { name: 'Canned responses' });
  await dialog.getByLabel('Shortcut').fill('hello');
  await dialog.getByLabel('Text').fill('Good day, this is Harbour Bikes.');
  await dialog.getByRole('button', { name: 'Save response' }).click();
  await expect(dialog.getByText('/hello')).toBeVisible();
  await first.keyboard.press('Escape');
  const reply = first.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('/hel');
  await reply.press('Enter');
  await expect(reply).toHaveValue('Good day, this is Harbour Bikes.');
  await reply.press('Enter');
  await expect(chat.getByRole('log').getByText('Good day, this is Harbour Bikes.')).toBeVisible();
  const answers = await chat.locator('.chat-message-agent').count();
  await send('Do you have helmets?');
  await expect(first.getByRole('log')).toContainText('Do you have helmets?');
  expect(await chat.locator('.chat-message-agent').count(), 'the agent is silent').toBe(answers);

  const tags = first.getByRole('combobox', { name: 'Tags' });
  await tags.click();
  await expect(first.getByRole('option')).toHaveText(['refund', 'rental']);
  await first.getByRole('option', { name: 'rental' }).click();
  await first.keyboard.press('Escape');
  await expect(first.getByText('rental').first()).toBeVisible();
  if (pictures) await first.screenshot({ path: `${pictures}/client-inbox.png` });

  // Whoever works with the other agent alone sees nothing of it.
  const other = await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/orgs/${world.orgId}/clients`, {
    name: 'Stefan Stranger',
    email: 'stefan@example.com',
    dashboardPassword: 'first-horse-battery',
    canAccess: ['/convos'],
  });
  const own = `/v2/workspaces/${world.owner.uid}/clients/${other.ID}/agents/${world.agentIds[1]}`;
  await world.owner.call('post', own, {});
  await signInClient(stranger, world.clientUrl, 'stefan@example.com', { opens: false });
  await stranger.goto(place('convos?view=inbox', 1));
  await expect(stranger.getByText('Your inbox is empty')).toBeVisible();
  await expect(stranger.getByText('28 euros')).toHaveCount(0);

  await first.getByRole('button', { name: 'Return to agent' }).click();
  await expect(first.getByText('The agent answers again.')).toBeVisible();
  // What was asked last is answered by the agent now.
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(answers + 1);
  await ask('What does an electric bike cost?');
});

test('sessions of the agent: a transcript without a trace, taken over beside it, and exported', async ({ browser }) => {
  const page = await newPage(browser);
  const { email } = await world.addClient({ email: 'reader@example.com', name: 'Rosa Reader', canAccess: ['/convos'] });
  await signInClient(page, world.clientUrl, email, { opens: false });
  const { chat, ask } = await openChat(browser, shop, script(1));
  await ask('What does an electric bike cost a day?');
  await page.goto(place('convos?view=all', 1));
  await page.getByRole('link', { name: /What does an electric bike cost a day/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Conversation' });
  await expect(drawer.getByText('28 euros').first()).toBeVisible();
  for (const name of ['Erase', 'Show trace', 'How this was answered'])
    await expect(drawer.getByRole('button', { name })).toHaveCount(0);
  await expect(drawer.getByText(/credit/)).toHaveCount(0);
  if (pictures) await page.screenshot({ path: `${pictures}/client-session.png` });
  await drawer.getByRole('button', { name: 'Take over' }).click();
  await expect(page).toHaveURL(/view=inbox/);
  await expect(chat.locator('.chat-handoff', { hasText: 'Rosa Reader joined' })).toBeVisible();
  await page.getByRole('button', { name: 'Return to agent' }).click();
  await expect(page.getByText('The agent answers again.')).toBeVisible();
  // It still stands in the inbox, which whoever comes sees first, and leaves where they want all.
  await page.goto(place('convos', 1));
  await expect(list(page).first()).toBeVisible();
  await page.getByText('All', { exact: true }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/csv$/);
});

test('knowledge is taught, the prompt is saved and published, the script is copied', async ({ browser }) => {
  const page = await newPage(browser);
  const { email } = await world.addClient({ email: 'writer@example.com', canAccess: ['/kb', '/nodes', '/channels'] });
  await signInClient(page, world.clientUrl, email);
  const places = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(places).toHaveText(['Knowledge', 'Prompt', 'Channels']);
  await page.goto(place('kb'));
  await page.getByRole('button', { name: 'Add knowledge' }).click();
  await page.getByRole('menuitem', { name: 'Text' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title').fill('Opening hours');
  await drawer.getByLabel('Text', { exact: true }).fill('We open at nine.');
  await drawer.getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('row', { name: /Opening hours/ })).toBeVisible();

  await page.goto(place('nodes'));
  await expect(page.getByRole('heading', { name: 'Model' })).toHaveCount(0);
  await page.getByLabel('Greeting').fill('Welcome to the harbour.');
  await expect(page.getByText('There are unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published' })).toBeDisabled();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Version history' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.goto(place('channels'));
  await expect(page.getByText(`data-id="${world.agentIds[0]}"`)).toBeVisible();
  await expect(page.getByText(`src="${world.clientUrl}/widget.js"`)).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Welcome to the harbour.').first()).toBeVisible({
    timeout: 40_000,
  });
});

test('what could not be answered is taught from the figures, also by whoever signs in on the way', async ({
  browser,
}) => {
  const [question, next] = untaught;
  const { send, ask, chat } = await openChat(browser, shop, script());
  await ask(question);
  await expect(chat.locator('.chat-message-agent').last()).not.toContainText('tandems');
  const page = await newPage(browser);
  const { email } = await world.addClient({ email: 'teacher@example.com', canAccess: ['/analytics', '/kb'] });
  await signInClient(page, world.clientUrl, email, { opens: false });
  await page.goto(place('analytics'));
  const entry = page
    .getByRole('list', { name: 'Questions without an answer' })
    .getByRole('listitem')
    .filter({ hasText: 'tandems' });
  await entry.getByRole('link', { name: 'Teach' }).click();
  const drawer = page.getByRole('dialog', { name: 'Add an answer' });
  await expect(drawer.getByLabel('Questions')).toHaveValue(question);
  const link = page.url();

  const stranger = await newPage(browser);
  await stranger.goto(link);
  await expect(stranger).toHaveURL(/\?to=/);
  await signInByForm(stranger, stranger.url(), email, { isFirst: false });
  await expect(stranger.getByRole('dialog', { name: 'Add an answer' }).getByLabel('Questions')).toHaveValue(question);
  expect(new URL(stranger.url()).searchParams.get('question')).toBe(question);
  await stranger.context().close();

  await drawer
    .getByRole('textbox', { name: 'Answer' })
    .fill('Yes, we repair tandems and trikes of any age on Tuesdays.');
  await drawer.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('Answer saved.')).toBeVisible();
  await expect(page).toHaveURL(/kb\?view=unanswered$/);
  await page.goto(place('kb'));
  await expect(page.getByRole('row', { name: /tandems/ }).getByText('Ready')).toBeVisible({ timeout: 40_000 });
  await send(next);
  await expect(chat.getByRole('log')).toContainText('on Tuesdays', { timeout: 40_000 });

  const reader = await newPage(browser);
  const { email: other } = await world.addClient({ email: 'looker@example.com', canAccess: ['/analytics'] });
  await signInClient(reader, world.clientUrl, other);
  // What is taught is no longer without an answer.
  await expect(reader.getByRole('list', { name: 'Most asked' }).getByText('tandems').first()).toBeVisible();
  const unanswered = reader.getByRole('list', { name: 'Questions without an answer' });
  await expect(unanswered.getByText('tandems')).toHaveCount(0);
  await expect(reader.getByRole('link', { name: 'Teach' })).toHaveCount(0);
  await expect(reader.getByText('Teach the agent')).toHaveCount(0);
});

test('an org without handoff, an org that says nothing of people: what visitors see', async ({ browser }) => {
  const own = await makeAgencyWorld(browser, server.origin, { sub: 'quiet', titles: ['Quiet Quay'] });
  const [agentId] = own.agentIds;
  await own.owner.call('post', `/v2/agents/${agentId}/publish`, {});
  const page = await newPage(browser);
  await signInClient(
    page,
    own.clientUrl,
    (await own.addClient({ email: 'q@example.com', canAccess: ['/convos'] })).email,
  );
  await page.goto(`${own.clientUrl}/app/na/agents/${agentId}/convos?view=inbox`);
  const tag = `<script async src="${own.clientUrl}/widget.js" data-id="${agentId}" data-region="na"></script>`;
  await own.changeOrg({ settings: { disableHandoffMessages: true } });
  const quiet = await openChat(browser, shop, tag);
  await quiet.send('Hello?');
  await quiet.chat.getByRole('button', { name: 'Talk to a person' }).click();
  await list(page).first().click();
  await page.getByRole('button', { name: 'Take over' }).click();
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await reply.fill('Good day.');
  await reply.press('Enter');
  await expect(quiet.chat.getByRole('log').getByText('Good day.')).toBeVisible();
  await expect(quiet.chat.locator('.chat-handoff')).toHaveCount(0);
  await own.changeOrg({ disableHandoff: true });
  const closed = await openChat(browser, shop, tag);
  await closed.send('Hello?');
  await expect(closed.chat.getByRole('button', { name: 'Talk to a person' })).toHaveCount(0);
  await own.context.close();
});

test('every page is sound: both layouts, both schemes, Arabic, three widths', async ({ browser }) => {
  test.setTimeout(300_000);
  const canAccess = ['/convos', '/kb', '/nodes', '/channels', '/settings'];
  const { email } = await world.addClient({
    email: 'a.rather.long.address.of.somebody@donaudampfschifffahrt.example.com',
    name: 'Wilhelmine Donaudampfschifffahrtsgesellschaft',
    isOrgAdmin: true,
    canAccess,
  });
  const signing = await newPage(browser);
  await signInClient(signing, world.clientUrl, email, { opens: false });
  const storageState = await signing.context().storageState();
  const faults: string[] = [];
  const looks = [
    ['vertical', 'en', 'light', 1280],
    ['horizontal', 'ar', 'dark', 360],
    ['vertical', 'ar', 'dark', 768],
    ['horizontal', 'en', 'dark', 1280],
    ['horizontal', 'ar', 'light', 1280],
    ['vertical', 'de', 'light', 360],
  ] as const;
  // All of them in `npm test -- soak`.
  for (const [layout, language, scheme, width] of process.env.SOAK ? looks : looks.slice(0, 2)) {
    await world.changeOrg({ dashboardLayout: layout });
    const context = await browser.newContext({
      storageState,
      colorScheme: scheme,
      viewport: { width, height: 800 },
    });
    await context.addInitScript(
      ([lang, mode]) => {
        localStorage.setItem('language', lang);
        localStorage.setItem('client-color-scheme', mode);
      },
      [language, scheme] as const,
    );
    const page = await context.newPage();
    for (const at of ['convos', 'convos?view=inbox', 'kb', 'nodes', 'channels', 'settings']) {
      const look = `${at} ${layout} ${language} ${scheme} ${width}`;
      await lookIn(page, place(at));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      faults.push(...(await seriousFaults(page)).map((fault) => `${look}: ${fault}`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      if (overflow > 0) faults.push(`${look}: ${overflow} px too wide`);
      if (pictures) await page.screenshot({ path: `${pictures}/${look.replace(/\W+/g, '-')}.png` });
    }
    await context.close();
  }
  expect(faults).toEqual([]);
});

test('no word of the pages is left in English in another language', async ({ browser }) => {
  const canAccess = ['/convos', '/kb', '/nodes', '/channels', '/settings'];
  const { email } = await world.addClient({ email: 'words@example.com', isOrgAdmin: true, canAccess });
  const page = await newPage(browser);
  await signInClient(page, world.clientUrl, email);
  await page.evaluate(() => localStorage.setItem('language', 'en-XA'));
  await page.reload();
  const data = [
    'Nordlicht',
    'Harbour Labs',
    'Harbour Bikes',
    'Harbour Cafe',
    'Cleo Client',
    'English',
    'What does an electric bike cost?',
    ...untaught,
  ];
  for (const at of ['convos', 'convos?view=inbox', 'kb', 'nodes', 'channels', 'settings']) {
    await lookIn(page, place(at));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const found = (await untranslated(page, data)).filter((text) => !/^[\d\s]+$/.test(text));
    expect(found, at).toEqual([]);
  }
});

test('on the canvas a client says things otherwise, and leads nowhere else', async ({ browser }) => {
  const page = await newPage(browser);
  const { email } = await world.addClient({ email: 'drawer@example.com', canAccess: ['/prompt'] });
  await signInClient(page, world.clientUrl, email);
  await page.goto(place('prompt?view=outline'));
  await expect(page.getByRole('heading', { name: 'Canvas', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toHaveCount(0);
  await page.getByRole('treeitem', { name: /^Start/ }).click();
  const fields = page.getByRole('complementary', { name: 'Fields of the chosen part' });
  await expect(fields.getByLabel('Next')).toBeDisabled();
  await fields.getByLabel('Greeting').fill('Ahoy from the canvas.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published' })).toBeDisabled();

  // Whoever asks the server for more is refused.
  const answers = await page.evaluate(async (api) => {
    const agent = await (await fetch(api)).json();
    const flow = { schema: 1, variables: [], sections: [{ id: 'other', name: 'Other', nodes: [], edges: [] }] };
    const body = JSON.stringify({ settings: { ...agent.settings, flow }, draftRevision: agent.draftRevision });
    const refused = await fetch(api, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return { greeting: agent.settings.greeting, status: refused.status };
  }, `/api/na/v2/agents/${world.agentIds[0]}`);
  expect(answers).toEqual({ greeting: 'Ahoy from the canvas.', status: 403 });
});
