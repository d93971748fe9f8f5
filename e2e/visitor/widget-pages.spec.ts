import type { FrameLocator, Page } from '@playwright/test';
import { hold, say } from '../world/fake-api/conversation.ts';
import type { FakeApi } from '../world/fake-api/fake-api.ts';
import { expect, test } from '../world/fake-api/fixtures.ts';

/** The chat from one page to the next: what stays open, what is asked for meanwhile, and that nothing is where nothing waits. */

const MARA = { name: 'Mara', photo: '' };

const field = (chat: FrameLocator) => chat.getByRole('textbox', { name: 'Write a message…' });

async function ask(chat: FrameLocator, text = 'How do I return a parcel?') {
  await field(chat).fill(text);
  await field(chat).press('Enter');
}

const unreadAsked = (api: FakeApi) => api.requests.filter((request) => request.endsWith('/unread')).length;
const first = (api: FakeApi) => [...api.conversations.values()][0]!;
const remembered = (page: Page) => page.evaluate(() => JSON.parse(localStorage.runtime_local_agt_test));

async function close(page: Page, chat: FrameLocator) {
  await chat.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** Chat closed, on a page of its own that has nothing of it but the launcher. */
async function leaveWaiting(page: Page, chat: FrameLocator, api: FakeApi, next: string) {
  await ask(chat);
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  hold(first(api), MARA);
  await expect(chat.locator('.chat-handoff')).toHaveText('Mara joined');
  await close(page, chat);
  await expect.poll(async () => (await remembered(page)).awaits).toBe(true);
  await page.goto(next);
}

/** A page that somebody pressed on may sound. */
const countTones = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { tones: number };
    seen.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function () {
      seen.tones += 1;
      start.call(this);
    };
  });

const tones = (page: Page) => page.evaluate(() => (window as unknown as { tones: number }).tones);

test('an open chat is open on the next page, which keeps its focus; nothing asks for what came', async ({
  page,
  api,
  site,
  visit,
  launcher,
  chat,
}) => {
  await visit();
  await launcher.click();
  await ask(chat);
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  await field(chat).fill('And then');
  await page.goto(`${site.origin}/next-page`);
  await expect(chat.getByText('How do I return a parcel?')).toBeVisible();
  await expect(field(chat)).toHaveValue('And then');
  await expect(page.getByRole('dialog', { name: 'Chat' })).toBeVisible();
  await expect(launcher).toHaveAttribute('aria-expanded', 'true');
  await expect(page.locator('body')).toBeFocused();
  expect(unreadAsked(api)).toBe(0);
  expect(api.requests.filter((request) => request.includes('waiting.js'))).toHaveLength(1);

  await close(page, chat);
  await page.goto(`${site.origin}/third-page`);
  await expect(launcher).toHaveAccessibleName('Chat');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('after half an hour without use it stays closed, and where it would cover the page, too', async ({
  page,
  site,
  visit,
  launcher,
  chat,
}) => {
  await visit();
  await launcher.click();
  await ask(chat);
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  const goAfter = async (minutes: number, next: string) => {
    await page.evaluate((ago) => {
      const saved = JSON.parse(localStorage.runtime_local_agt_test);
      localStorage.runtime_local_agt_test = JSON.stringify({ ...saved, at: Date.now() - ago });
    }, minutes * 60_000);
    await page.goto(`${site.origin}/${next}`);
  };
  await goAfter(31, 'late-page');
  await page.waitForLoadState('networkidle');
  await expect(page.locator('iframe')).toHaveCount(0);
  await goAfter(29, 'early-page');
  await expect(page.getByRole('dialog', { name: 'Chat' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 700 });
  await goAfter(1, 'small-page');
  await page.waitForLoadState('networkidle');
  await expect(launcher).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('a conversation that waits is asked for every 20 s: badge, title, a sound; and not once it is over', async ({
  page,
  api,
  site,
  visit,
  launcher,
  chat,
}) => {
  await page.clock.install();
  await countTones(page);
  await visit();
  await launcher.click();
  await leaveWaiting(page, chat, api, `${site.origin}/next-page`);
  await expect.poll(() => unreadAsked(api)).toBe(1);
  await expect(page.locator('iframe')).toHaveCount(0);
  await page.getByRole('heading').click();
  await page.clock.runFor(20_000);
  await expect.poll(() => unreadAsked(api)).toBe(2);
  await expect(page).toHaveTitle('Example Parcels');

  say(first(api), 'It is on its way.');
  await page.clock.runFor(20_000);
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  await expect(page).toHaveTitle('(1) Example Parcels');
  expect(await tones(page)).toBe(1);
  // A page that changes its own title keeps the number before it.
  await page.evaluate(() => {
    document.title = 'Basket';
  });
  await page.clock.runFor(20_000);
  await expect(page).toHaveTitle('(1) Basket');
  expect(await tones(page)).toBe(1);

  // The next page says it at once.
  await page.goto(`${site.origin}/third-page`);
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  await expect(page).toHaveTitle('(1) Example Parcels');
  first(api).handoff = 'bot';
  await page.clock.runFor(20_000);
  await expect.poll(async () => (await remembered(page)).awaits).toBe(false);
  const asked = unreadAsked(api);
  await page.clock.runFor(100_000);
  await page.reload();
  await page.waitForLoadState('networkidle');
  expect(unreadAsked(api)).toBe(asked);
  await launcher.click();
  await expect(chat.getByText('It is on its way.')).toBeVisible();
  await expect(page).toHaveTitle('Example Parcels');
  await expect(launcher).toHaveAccessibleName('Chat');
});

test('the sound is switched off in the menu of the chat, for all pages', async ({
  page,
  api,
  site,
  visit,
  launcher,
  chat,
}) => {
  await page.clock.install();
  await countTones(page);
  await visit();
  await launcher.click();
  await chat.getByRole('button', { name: 'Menu' }).click();
  await chat.getByRole('menuitem', { name: 'Turn sound off' }).click();
  await leaveWaiting(page, chat, api, `${site.origin}/next-page`);
  await page.getByRole('heading').click();
  say(first(api), 'It is on its way.');
  await page.clock.runFor(20_000);
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  expect(await tones(page)).toBe(0);
  await launcher.click();
  await chat.getByRole('button', { name: 'Menu' }).click();
  await expect(chat.getByRole('menuitem', { name: 'Turn sound on' })).toBeVisible();
});

test('a page that is not looked at asks for nothing, and one where a chat was taken away neither', async ({
  page,
  api,
  site,
  visit,
  launcher,
  chat,
}) => {
  await page.clock.install();
  await visit();
  await launcher.click();
  await page.addInitScript(() => {
    const seen = window as unknown as { looks: number };
    seen.looks = 0;
    const get = () => {
      seen.looks += 1;
      return !('isSeen' in window);
    };
    Object.defineProperty(document, 'hidden', { get });
  });
  await leaveWaiting(page, chat, api, `${site.origin}/next-page`);
  /** How often it was about to ask. That its script was sent does not say that it runs. */
  const looks = () => page.evaluate(() => (window as unknown as { looks: number }).looks);
  await expect.poll(looks).toBe(1);
  await page.clock.runFor(60_000);
  expect(await looks()).toBe(4);
  expect(unreadAsked(api)).toBe(0);
  await page.evaluate(() => Object.assign(window, { isSeen: true }));
  await page.clock.runFor(20_000);
  await expect.poll(() => unreadAsked(api)).toBe(1);
  await page.evaluate(() => (window as never as { AgentChat: { shutdown(): void } }).AgentChat.shutdown());
  await page.clock.runFor(60_000);
  expect(unreadAsked(api)).toBe(1);
});

test('navigation within a single page leaves the chat as it is', async ({ page, api, visit, launcher, chat }) => {
  await visit();
  await launcher.click();
  await ask(chat, 'A long one');
  await expect(chat.getByText('Line 0:')).toBeVisible();
  await page.evaluate(() => {
    history.pushState({}, '', '/basket');
    document.body.innerHTML = '<h1>Basket</h1>';
  });
  await expect(chat.getByRole('log').getByText('Line 59:')).toBeVisible();
  await expect(field(chat)).toBeFocused();
  expect(api.requests.filter((request) => request === 'GET /widget/frame/na/agt_test')).toHaveLength(1);
  expect(unreadAsked(api)).toBe(0);
});

test('two tabs: one conversation, one count, and what is read in one is read in the other', async ({
  page,
  api,
  site,
  visit,
  launcher,
  chat,
}) => {
  await visit();
  const other = await page.context().newPage();
  await other.clock.install();
  await other.goto(site.origin);
  const button = other.getByRole('button', { name: /^Chat/ });
  await expect(button).toBeVisible();
  await launcher.click();
  await ask(chat);
  await expect(chat.locator('.chat-message-agent[data-state=complete]')).toHaveCount(2);
  hold(first(api), MARA);
  await expect(chat.locator('.chat-handoff')).toHaveText('Mara joined');
  await close(page, chat);
  // The other tab was loaded before there was a conversation.
  await other.clock.runFor(20_000);
  await expect.poll(() => unreadAsked(api)).toBeGreaterThan(0);
  say(first(api), 'One moment.');
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  await expect(button).toHaveAccessibleName('Chat (1)');
  await launcher.click();
  await expect(button).toHaveAccessibleName('Chat');
  await close(page, chat);

  await button.click();
  const otherChat = other.frameLocator('iframe[title="Chat"]');
  await expect(otherChat.getByText('How do I return a parcel?')).toBeVisible();
  await close(other, otherChat);
  say(first(api), 'It is on its way.');
  await expect(button).toHaveAccessibleName('Chat (1)');
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  await button.click();
  await expect(otherChat.getByRole('log').getByText('It is on its way.')).toBeVisible();
  await expect(launcher).toHaveAccessibleName('Chat');
  expect(api.conversations.size).toBe(1);
});

test('a browser that was closed asks for what waits, and for nothing where nothing does', async ({
  page,
  api,
  site,
  visit,
  launcher,
  chat,
  browser,
}) => {
  await visit();
  await launcher.click();
  await leaveWaiting(page, chat, api, `${site.origin}/next-page`);
  say(first(api), 'It is on its way.');
  const reopen = async () => {
    const context = await browser.newContext({ storageState: await page.context().storageState() });
    const before = unreadAsked(api);
    const again = await context.newPage();
    await again.goto(site.origin);
    await again.waitForLoadState('networkidle');
    const name = await again.getByRole('button', { name: /^Chat/ }).getAttribute('aria-label');
    await context.close();
    return { name, asked: unreadAsked(api) - before };
  };
  expect(await reopen()).toEqual({ name: 'Chat (1)', asked: 1 });
  first(api).handoff = 'bot';
  await page.reload();
  await expect.poll(async () => (await remembered(page)).awaits).toBe(false);
  expect(await reopen()).toEqual({ name: 'Chat (1)', asked: 0 });
});
