import { newMessageId } from '@antiphon/contract/ids';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { addressOf, settle } from '../world/dashboard-visits.ts';
import { furnish, owner, typed, type World } from '../world/furnished-world.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';

// What a narrow screen with long words does to titles, tables and names: nothing is cut where it begins, and no word is torn.

let server: RunningServer;
let world: World;
let longLeadId: string;

test.use({ viewport: { width: 360, height: 740 } });

test.beforeAll(async ({ browser, shared }) => {
  server = shared;
  const context = await browser.newContext();
  world = await furnish(context, server.origin);
  const made = await context.request.post(`${server.origin}/api/na/v2/agents/${world.agentId}/leads`, {
    headers: { origin: server.origin },
    data: { name: 'Wilhelmine Donaudampfschifffahrtsgesellschaft', email: 'wilhelmine@example.com' },
  });
  longLeadId = (await made.json()).id;
  await context.close();
});

async function open(page: Page, language: string, path: string) {
  await page.addInitScript((code) => localStorage.setItem('language', code), language);
  await page.request.post(`${server.origin}/api/na/auth/sign-in/email`, {
    headers: { origin: server.origin },
    data: owner,
  });
  await page.goto(addressOf(world, path));
  await settle(page);
}

/** A visitor who left a message, and waits for a person. */
async function startWaiting(request: APIRequestContext) {
  const api = `${server.origin}/api/na/public`;
  const started = await (await request.post(`${api}/agents/${world.agentId}/conversations`, { data: {} })).json();
  const headers = { authorization: `Bearer ${started.visitorToken}` };
  const own = `${api}/conversations/${started.conversationId}`;
  await request.post(`${own}/messages`, { headers, data: { id: newMessageId(), text: typed.known } });
  const left = {
    email: 'vera@example.com',
    message: 'Please write to me before the weekend, I want to come with my two children.',
  };
  expect((await request.post(`${own}/contact`, { headers, data: left })).ok()).toBe(true);
}

/** Whether the first letter of what stands there is to be seen. */
const showsItsBeginning = (words: Locator) =>
  words.evaluate((element) => {
    const letter = document.createRange();
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    if (!text) throw new Error('No words');
    letter.setStart(text, 0);
    letter.setEnd(text, 1);
    const { left, right } = letter.getBoundingClientRect();
    for (let box: Element | null = element; box; box = box.parentElement) {
      const edges = box.getBoundingClientRect();
      if (getComputedStyle(box).overflowX !== 'visible' && (left < edges.left - 1 || right > edges.right + 1))
        return false;
    }
    return true;
  });

test('a title keeps its words whole: the action goes under it', async ({ page }) => {
  await open(page, 'de', '/app/na/credentials');
  const title = page.getByRole('heading', { level: 1, name: 'Zugangsdaten' });
  expect((await title.boundingBox())?.height).toBe(28);
  const action = page.getByRole('button', { name: 'Zugangsdaten hinzufügen' });
  const [above, below] = [await title.boundingBox(), await action.boundingBox()];
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test('the bar beside Publish shows a sign of the agent, and says its name', async ({ page }) => {
  await open(page, 'de', '/app/na/agents/AGENT/overview');
  const switcher = page.getByRole('banner').getByRole('button', { name: /Help desk/ });
  await expect(switcher.locator('svg').first()).toBeVisible();
  const shown = await switcher.evaluate((element) => element.scrollWidth <= element.clientWidth);
  expect(shown).toBe(true);
});

test('a table of leads has room for its head; a long name leaves the button that closes free', async ({ page }) => {
  await open(page, 'de', '/app/na/agents/AGENT/leads');
  const reach = await page.getByRole('table').evaluate((table) => {
    const frame = table.parentElement;
    return (frame?.scrollWidth ?? 0) - (frame?.clientWidth ?? 0);
  });
  expect(reach).toBeLessThanOrEqual(0);
  await page.goto(addressOf(world, `/app/na/agents/AGENT/leads?lead=${longLeadId}`));
  const drawer = page.getByRole('dialog');
  const title = await drawer.getByRole('heading', { name: /^Wilhelmine/ }).evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return words.getBoundingClientRect().right;
  });
  const close = await drawer.getByRole('button', { name: 'Schließen' }).first().boundingBox();
  expect(title).toBeLessThanOrEqual(close?.x ?? 0);
});

test('from right to left, what is written from left to right is cut at its end', async ({ page }) => {
  await open(page, 'ar', '/app/na/agents/AGENT/leads');
  const name = page.getByRole('button', { name: /^Wilhelmine/ });
  expect(await name.evaluate((element) => element.scrollWidth >= element.clientWidth)).toBe(true);
  expect(await showsItsBeginning(name.locator('[data-text="content"]'))).toBe(true);
  await page.goto(addressOf(world, '/app/na/sessions'));
  await settle(page);
  const question = page.locator('[data-conversation] [data-text="content"]').first();
  expect(await showsItsBeginning(question)).toBe(true);
});

test('a row of Sessions keeps its marks and its edge, and the bar names the agent', async ({ page }) => {
  await open(page, 'en', '/app/na/sessions');
  const row = page.getByRole('list', { name: 'Sessions' }).getByRole('link').first();
  const edge = await row.boundingBox();
  for (const words of ['1 unanswered', 'Test', 'Help desk', 'just now']) {
    const mark = row.getByText(words, { exact: true });
    await expect(mark, words).toBeVisible();
    const box = await mark.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), words).toBeLessThanOrEqual((edge?.x ?? 0) + (edge?.width ?? 0));
  }
  await open(page, 'en', '/app/na/agents/AGENT/kb');
  const agent = page.getByRole('banner').getByRole('button', { name: 'Agent: Help desk' });
  expect((await agent.getByText('Help desk').boundingBox())?.width).toBeGreaterThan(24);
});

test('whoever answers on a phone sees what was said, writes lines, and meets no empty list above it', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await startWaiting(context.request);
  await open(page, 'en', '/app/na/inbox');
  const row = page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').first();
  await row.tap();
  await page.getByRole('button', { name: 'Take over' }).tap();
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await reply.pressSequentially('Hello.');
  await reply.press('Enter');
  await reply.pressSequentially('I am Ann.');
  await expect(reply).toHaveValue('Hello.\nI am Ann.');
  // Left and opened once more.
  await page.getByRole('button', { name: 'Close panel' }).tap();
  await row.tap();
  await expect(reply).toBeVisible();
  await settle(page);
  const said = await page.getByRole('log').boundingBox();
  const field = await reply.boundingBox();
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  await expect(page.getByText('Closed by Ann Example')).toBeVisible();
  await expect(page.getByText('Your inbox is empty')).toBeHidden();
  await context.close();
});
