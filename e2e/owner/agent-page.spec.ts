import { expect, type Page } from '@playwright/test';
import { prices } from '../world/bicycle-shop.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, createEmptyAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// The page of one agent, against the real server: edit, save, publish, restore, try.

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

const signUp = (page: Page, name: string) => signUpOwner(page.request, server.origin, addressFor(name.toLowerCase()));

const open = (page: Page, id: string, tab: string) => page.goto(`${server.origin}/app/na/agents/${id}/${tab}`);
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name, exact: true });
/** Waits for the test chat to begin: it speaks as the browser does. */
const saysLanguage = (page: Page) =>
  page
    .waitForRequest((request) => request.url().endsWith('/test-conversations'))
    .then((request) => expect(request.postDataJSON()).toEqual({ lang: 'en-US' }));
const bar = (page: Page) => page.getByRole('region', { name: 'Changes' });

// Caught here: in German "Einstellungen" lay beyond the edge of a screen of 1280 px, and nothing led a mouse there.
test('tabs that do not fit are a press away, and the open one is in view', async ({ page }) => {
  const ann = await signUp(page, 'Tabitha');
  const id = await createEmptyAgent(ann, 'Help desk');
  await page.setViewportSize({ width: 900, height: 800 });
  await open(page, id, 'overview');
  const settings = tab(page, 'Settings');
  await expect(settings).not.toBeInViewport();
  const arrow = (side: string) => page.locator(`button[data-side=${side}]`);
  await expect(arrow('before')).toHaveCount(0);
  await arrow('after').click();
  await expect(settings).toBeInViewport({ ratio: 1 });
  await settings.click();
  await expect(settings).toHaveAttribute('aria-current', 'page');
  await expect(settings).toBeInViewport({ ratio: 1 });
  await expect(arrow('after')).toHaveCount(0);
  await arrow('before').click();
  await expect(tab(page, 'Overview')).toBeInViewport({ ratio: 1 });
});

test('edits live across tabs, are saved with the keyboard, published, compared and restored', async ({ page }) => {
  const ann = await signUp(page, 'Ann');
  const id = await createEmptyAgent(ann, 'Help desk');
  await open(page, id, 'overview');
  await page.getByLabel('Name', { exact: true }).fill('Harbour Bikes');
  await expect(bar(page)).toContainText('There are unsaved changes');

  await tab(page, 'Prompt').click();
  await expect(page.getByLabel('System prompt')).toBeVisible();
  await expect(bar(page)).toContainText('There are unsaved changes');
  await page.getByLabel('System prompt').fill('Answer briefly.\nNever promise a discount.');
  await page.keyboard.press('Control+s');
  await expect(bar(page)).toContainText('All changes saved');
  await page.reload();
  await expect(page.getByLabel('System prompt')).toHaveValue('Answer briefly.\nNever promise a discount.');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Bikes');

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();

  // Publishing with unsaved changes saves them first.
  await page.getByLabel('System prompt').fill('Answer in two sentences.\nNever promise a discount.');
  await page.getByRole('button', { name: 'More about publishing' }).click();
  await page.getByRole('menuitem', { name: 'Publish with note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Longer answers');
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  await expect(bar(page)).toContainText('All changes saved');

  await page.getByRole('button', { name: 'More about publishing' }).click();
  await page.getByRole('menuitem', { name: 'Version history' }).click();
  const history = page.getByRole('dialog', { name: 'Version history' });
  await expect(history.getByRole('button', { name: /Version 2.*Published.*Longer answers.*Ann/ })).toBeVisible();
  await history.getByRole('button', { name: /Version 2/ }).click();
  await expect(history.locator('del')).toHaveText('Answer briefly.');
  await expect(history.locator('ins')).toHaveText('Answer in two sentences.');
  await expect(page).toHaveURL(/version=2/);
  await history.getByRole('button', { name: 'All versions' }).click();
  await history.getByRole('button', { name: /Version 1/ }).click();
  await history.getByRole('button', { name: 'Restore this version' }).click();
  await page.getByRole('button', { name: 'Restore and publish' }).click();
  await expect(page.getByText('Version 1 restored as a new version.')).toBeVisible();
  await expect(history.getByRole('button', { name: /Version 3.*Published/ })).toBeVisible();
  await history.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('System prompt')).toHaveValue('Answer briefly.\nNever promise a discount.');
});

test('leaving with unsaved changes asks; another tab of the agent does not', async ({ page }) => {
  const ben = await signUp(page, 'Ben');
  const id = await createEmptyAgent(ben, 'Help desk');
  await open(page, id, 'nodes');
  await page.getByLabel('Greeting').fill('Welcome');
  await tab(page, 'Settings').click();
  await expect(page.getByRole('heading', { name: 'Limits' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await tab(page, 'Prompt').click();
  await expect(page.getByLabel('Greeting')).toHaveValue('Welcome');
  await bar(page).getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Greeting')).toHaveValue('Hi, how can I help you today?');
});

test('a deleted agent leads to the list without asking for its unsaved changes', async ({ page }) => {
  const olga = await signUp(page, 'Olga');
  const id = await createEmptyAgent(olga, 'Short lived');
  await open(page, id, 'settings');
  await page.getByLabel('Text of the notice').fill('A machine answers');
  await page.getByRole('main').getByRole('button', { name: 'Delete agent' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete agent' }).click();
  await expect(page).toHaveURL(/\/agents$/);
  await expect(page.getByText('Agent deleted.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Short lived' })).toHaveCount(0);
});

test('a save in between, by oneself in another tab, is never written over; nothing typed is lost', async ({ page }) => {
  const cleo = await signUp(page, 'Cleo');
  const id = await createEmptyAgent(cleo, 'Help desk');
  await open(page, id, 'nodes');
  await page.getByLabel('Greeting').fill('Mine');
  const theirs = await cleo.call('get', `/v2/agents/${id}`);
  await cleo.call('post', `/v2/agents/${id}`, {
    draftRevision: theirs.draftRevision,
    settings: { ...theirs.settings, description: 'Theirs' },
  });
  await bar(page).getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'You saved this agent in another tab' });
  await expect(conflict).toContainText('Description');
  // Closed, it decides nothing.
  await conflict.getByRole('button', { name: 'Close' }).click();
  await expect(bar(page)).toContainText('There are unsaved changes');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(conflict.locator('ins')).toHaveText('Theirs');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByLabel('Greeting')).toHaveValue('Mine');
  await expect(bar(page)).toContainText('All changes saved');
  const saved = await cleo.call('get', `/v2/agents/${id}`);
  expect(saved.settings).toMatchObject({ greeting: 'Mine' });
});

test('a save and a publish that fail say so, keep the text, and Retry works', async ({ page }) => {
  const dana = await signUp(page, 'Dana');
  const id = await createEmptyAgent(dana, 'Help desk');
  await open(page, id, 'nodes');
  const fail = (path: RegExp) =>
    page.route(path, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 500,
            json: { code: 'internal', message: 'Something went wrong. Please try again.', requestId: 'req-1' },
          })
        : route.continue(),
    );
  await fail(/\/v2\/agents\/[^/]+$/);
  await page.getByLabel('Greeting').fill('Kept');
  await page.keyboard.press('Control+s');
  const notice = page.getByRole('alert').filter({ hasText: 'Failed to save agent: Something went wrong.' });
  await expect(notice).toBeVisible();
  await expect(bar(page)).toContainText('There are unsaved changes');
  await expect(page.getByLabel('Greeting')).toHaveValue('Kept');
  await page.unroute(/\/v2\/agents\/[^/]+$/);
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(bar(page)).toContainText('All changes saved');

  await fail(/\/publish$/);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(notice).toBeVisible();
  await expect(page.getByText('Published. Visitors get this version from now on.')).toHaveCount(0);
  await page.unroute(/\/publish$/);
  await notice.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
});

test('a field that is not valid is named, wherever it stands', async ({ page }) => {
  const emil = await signUp(page, 'Emil');
  const id = await createEmptyAgent(emil, 'Help desk');
  await open(page, id, 'nodes');
  await page.getByRole('button', { name: 'Add question' }).click();
  await tab(page, 'Settings').click();
  await page.getByLabel('Privacy policy address').fill('http://example.com');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Prompt, Suggested questions: Please enter something here.')).toBeVisible();
  await expect(page.getByText('Use an https address.', { exact: true })).toBeVisible();
  await tab(page, 'Prompt').click();
  await page.getByRole('textbox', { name: 'Question 1' }).fill('When do you open?');
  await expect(page.getByText('Please enter something here.', { exact: true })).toHaveCount(0);
  await tab(page, 'Settings').click();
  await page.getByLabel('Privacy policy address').fill('https://example.com');
  await page.keyboard.press('Control+s');
  await expect(bar(page)).toContainText('All changes saved');
  await expect(page.getByText('The agent is not saved yet.')).toHaveCount(0);
});

test('the test chat answers with the working copy and shows how each answer was made', async ({ page }) => {
  const gina = await signUp(page, 'Gina');
  const id = await createAgent(gina, 'Prices', prices);
  await open(page, id, 'overview');
  const said = saysLanguage(page);
  await page.getByRole('button', { name: 'Test chat', exact: true }).click();
  await said;
  const chat = page.frameLocator('iframe[title="Test chat"]');
  const ask = async (text: string) => {
    await chat.getByRole('textbox').fill(text);
    await chat.getByRole('textbox').press('Enter');
  };
  await ask('What does an electric bike cost a day?');
  const inspector = page.getByRole('region', { name: 'How it was made' });
  const line = inspector.getByRole('button', { name: /^Turn 1 of 1/ });
  await expect(line).toHaveAttribute('aria-expanded', 'false');
  await line.click();
  await expect(inspector).toContainText('Answered', { timeout: 30_000 });
  await expect(inspector).toContainText('1 credit');
  await expect(inspector).toContainText('Prices / Rental');
  await expect(inspector).toContainText(/Finding\d/);
  await expect(chat.locator('.chat-message-agent[data-state=complete]').last()).toContainText('28 euros');

  await ask('Who won the chess championship?');
  await expect(inspector).toContainText('Turn 2 of 2');
  await expect(inspector).toContainText('Did not know', { timeout: 30_000 });
  await inspector.getByRole('button', { name: 'Turn before' }).click();
  await expect(inspector).toContainText('Turn 1 of 2');

  await inspector.getByRole('button', { name: 'Next turn' }).click();
  // What it did not know can be taught.
  await inspector.getByRole('link', { name: 'Add an answer' }).click();
  await expect(page.getByRole('textbox', { name: 'Questions' })).toHaveValue(/Who won the chess championship/);
  await page.getByRole('textbox', { name: 'Answer' }).fill('Nobody of our shop.');
  await page.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('Answer saved.')).toBeVisible();

  await tab(page, 'Conversations').click();
  const row = page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: /electric bike/ });
  await expect(row).toContainText('Test');
  await row.click();
  const conversation = page.getByRole('dialog', { name: 'Conversation' });
  await expect(conversation).toContainText('28 euros');
  await expect(conversation.getByLabel('Sources').first()).toContainText('Prices');
});

test('an agency tries its working copy full page, and whoever is no member gets nothing of it', async ({
  page,
  browser,
}) => {
  const ivo = await signUp(page, 'Ivo');
  const id = await createAgent(ivo, 'Prices', prices);
  await page.goto(`${server.origin}/app/na/agency`);
  await expect(page.getByText('From then on the test chat beside an agent is hidden.')).toBeVisible();
  await ivo.call('post', '/rpc/activateWhitelabelTrial', { uid: ivo.uid });
  const { settings, draftRevision } = await ivo.call('get', `/v2/agents/${id}`);
  await ivo.call('post', `/v2/agents/${id}`, {
    settings: { ...settings, greeting: 'Not for strangers' },
    draftRevision,
  });

  await open(page, id, 'overview');
  await expect(page.getByRole('link', { name: 'Open test chat' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test chat', exact: true })).toHaveCount(0);
  const address = `${server.origin}/app/na/prototype?vg_id=${id}`;
  await expect(page.getByRole('link', { name: 'Demo, opens in a new tab' })).toHaveAttribute(
    'href',
    new URL(address).pathname + new URL(address).search,
  );
  await page.getByRole('button', { name: 'More about publishing' }).click();
  const [fromMenu] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('menuitem', { name: 'View prototype' }).click(),
  ]);
  await expect(fromMenu).toHaveURL(address);
  await fromMenu.close();
  const [prototype] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open test chat' }).click(),
  ]);
  await expect(prototype).toHaveURL(address);
  const said = saysLanguage(prototype);
  await prototype.getByRole('button', { name: 'Restart' }).click();
  await said;
  await expect(prototype.getByRole('heading', { level: 1 })).toHaveText('Prototype of Prices');
  const chat = prototype.frameLocator('iframe[title="Test chat"]');
  await expect(chat.getByText('Not for strangers')).toBeVisible();
  await chat.getByRole('textbox').fill('What does an electric bike cost a day?');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.locator('.chat-message-agent[data-state=complete]').last()).toContainText('28 euros');

  const stranger = await browser.newContext();
  const outside = await stranger.newPage();
  await outside.goto(address);
  await expect(outside).toHaveURL(/\/login\?/);
  await signUpOwner(stranger.request, server.origin, addressFor('stranger'));
  await outside.goto(address);
  await expect(outside.getByRole('heading', { name: 'This page does not exist.' })).toBeVisible();
  await expect(outside.locator('iframe')).toHaveCount(0);
  await stranger.close();
});

test('beside the test chat the answer, the open tab and the preview stay in view', async ({ page }) => {
  const jana = await signUp(page, 'Jana');
  const id = await createAgent(jana, 'Prices', prices);
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, id, 'settings');
  await page.getByRole('button', { name: 'Test chat', exact: true }).click();
  const chat = page.frameLocator('iframe[title="Test chat"]');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  await expect(answers).toHaveCount(1);
  for (const [index, question] of [
    'What does an electric bike cost a day?',
    'What does a city bike cost?',
    'When do you open on Monday?',
    'What does an electric bike cost a day?',
  ].entries()) {
    await chat.getByRole('textbox').fill(question);
    await chat.getByRole('textbox').press('Enter');
    await expect(answers).toHaveCount(index + 2);
    await expect(answers.last()).toBeInViewport({ ratio: 0.9 });
  }
  const inspector = page.getByRole('region', { name: 'How it was made' });
  await expect(inspector).toHaveJSProperty('clientHeight', 40);
  await inspector.getByRole('button', { name: /^Turn 4 of 4/ }).click();
  await expect(inspector).toContainText('Answered');
  await expect(answers.last()).toBeInViewport({ ratio: 0.9 });
  await expect(chat.getByRole('button', { name: 'Jump to latest' })).toHaveCount(0);

  await expect(tab(page, 'Settings')).toBeInViewport({ ratio: 0.9 });
  await tab(page, 'Channels').click();
  const preview = page.locator('iframe[title="Preview of the widget"]');
  const css = page.getByRole('heading', { name: 'Custom CSS' });
  await expect(preview).toBeVisible();
  expect((await preview.boundingBox())!.y).toBeLessThan((await css.boundingBox())!.y);
});

test('what is saved, published or live at once is said where it is changed', async ({ page }) => {
  const kai = await signUp(page, 'Kai');
  const id = await createAgent(kai, 'Prices', prices);
  await open(page, id, 'overview');
  await expect(page.getByText('Settings go live when you publish; knowledge right away.')).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Published', exact: true })).toBeDisabled();
  const header = page.getByRole('main').getByRole('banner').or(page.locator('main header').first());
  await expect(header.first()).toContainText('Published');
  await page.getByLabel('Description').fill('Rents bicycles');
  await expect(header.first()).toContainText('Unsaved changes');
  await tab(page, 'Knowledge').click();
  await expect(page.getByText('What you change here reaches visitors right away, without Publish.')).toBeVisible();
  await expect(header.first()).toContainText('Unsaved changes');
  await expect(bar(page)).toHaveCount(0);
  // Leaving asks all the same, and the keys save.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+s');
  await expect(header.first()).toContainText('Unpublished changes');
});

// Caught here: "Add knowledge (done)" above an agent that refused every question.
test('knowledge is no step that is done while none of it could be read', async ({ page }) => {
  const lotte = await signUp(page, 'Lotte');
  const id = await createEmptyAgent(lotte, 'Help desk');
  const add = (document: object) => lotte.call('post', `/v2/agents/${id}/knowledge`, document);
  const { id: docId } = await add({ kind: 'url', url: 'https://nobody.invalid.example.com/' });
  await open(page, id, 'overview');
  const step = page.getByRole('listitem').filter({ hasText: 'Add knowledge' });
  // Told as soon as it is known, without a reload.
  await expect(step).toContainText('The document could not be read, so the agent knows nothing yet.', {
    timeout: 30_000,
  });
  await expect(step).not.toContainText('(done)');
  await step.getByRole('button', { name: 'See why' }).click();
  await expect(page).toHaveURL(new RegExp(`/kb\\?.*doc=${docId}`));
  await expect(page.getByRole('dialog')).toContainText('nobody.invalid.example.com');

  await add({ kind: 'text', title: 'Prices', text: prices });
  await open(page, id, 'overview');
  await expect(step).toContainText('(done)');
});

test('the preview is the real widget and follows what is not saved', async ({ page }) => {
  const hans = await signUp(page, 'Hans');
  const id = await createEmptyAgent(hans, 'Help desk');
  await open(page, id, 'channels');
  const preview = page.frameLocator('iframe[title="Preview of the widget"]');
  await expect(preview.getByText('Hi, how can I help you today?')).toBeVisible();
  const primary = () =>
    preview.locator('html').evaluate((root) => getComputedStyle(root).getPropertyValue('--primary').trim());
  const before = await primary();
  const colour = page.getByLabel('Primary color');
  await colour.fill('#1F8A');
  await expect(bar(page)).toContainText('All changes saved');
  expect(await primary()).toBe(before);
  await colour.fill('#1F8A5B');
  await expect(bar(page)).toContainText('There are unsaved changes');
  await expect.poll(primary).not.toBe(before);
  await expect(page.locator('pre').first()).toContainText(`data-id="${id}"`);
});

test('who may only look sees the fields at rest', async ({ page }) => {
  const ida = await signUp(page, 'Ida');
  const id = await createEmptyAgent(ida, 'Help desk');
  await page.route(/\/v2\/agents\/[^/]+$/, async (route) => {
    const response = await route.fetch();
    const agent = (await response.json()) as object;
    await route.fulfill({
      response,
      json: { ...agent, abilities: { canWrite: false, canPublish: false, canReply: false, canTeach: false } },
    });
  });
  await open(page, id, 'nodes');
  await expect(page.getByText('You can look at this agent, but not change it.')).toBeVisible();
  await expect(page.getByLabel('Greeting')).toBeDisabled();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
});

test('an address that names the test chat opens it beside a wide page, and closing leaves the address', async ({
  page,
}) => {
  const hana = await signUp(page, 'Hana');
  const id = await createAgent(hana, 'Prices', prices);
  await open(page, id, 'overview?test=true');
  await expect(page.frameLocator('iframe[title="Test chat"]').getByRole('textbox')).toBeVisible();
  await page.getByRole('button', { name: 'Test chat', exact: true }).click();
  await expect(page.locator('iframe[title="Test chat"]')).toHaveCount(0);
  await expect(page).toHaveURL(/\/overview$/);
});

test('a test chat whose frame did not come is tried again, and a slow one opens by itself', async ({ page }) => {
  const kira = await signUp(page, 'Kira');
  const id = await createAgent(kira, 'Prices', prices);
  const frames = '**/widget/frame/**';
  await page.route(frames, (route) => route.abort());
  await open(page, id, 'overview?test=true');
  await expect(page.getByText('The chat could not be opened.')).toBeVisible({ timeout: 60_000 });
  await page.unroute(frames);
  // Slower than the page around it, which must not have said everything before anybody listened.
  await page.route(frames, async (route) => {
    await new Promise((done) => setTimeout(done, 2_000));
    await route.continue();
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  const composer = page.frameLocator('iframe[title="Test chat"]').getByRole('textbox');
  await expect(composer).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The chat could not be opened.')).toHaveCount(0);
  // Whole, with its placeholder.
  expect((await composer.boundingBox())?.height).toBeGreaterThanOrEqual(20);
});

test('an address without an agent says so inside the dashboard, and one in the trash offers to restore it', async ({
  page,
}) => {
  const wilma = await signUp(page, 'Wilma');
  const id = await createEmptyAgent(wilma, 'Winter desk');
  const missing = page.getByRole('heading', { name: 'This page does not exist.' });
  await open(page, id, 'nowhere');
  await expect(missing).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await page.getByRole('link', { name: 'Go to the agent' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter desk');

  for (const unknown of [`agt_${'x'.repeat(15)}`, 'no-agent-at-all']) {
    await open(page, unknown, 'overview');
    await expect(missing).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to agents' })).toBeVisible();
  }

  await wilma.call('delete', `/v2/agents/${id}`);
  await open(page, id, 'overview');
  await expect(page.getByRole('heading', { name: '"Winter desk" is in the trash.' })).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Winter desk');
});
