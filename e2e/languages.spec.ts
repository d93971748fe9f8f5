import { expect, type Page, test } from '@playwright/test';
import { addressOf, leadingOn, settle, visitEveryRoute, visits } from './dashboard-visits.ts';
import { furnish, owner, typed, type World } from './furnished-world.ts';
import { type RunningServer, startServer } from './server.ts';
import { hasWords, untranslated } from './untranslated.ts';

// The dashboard in other languages, on every route that its own table of routes has: the pseudo-language finds what was never
// given to be translated, Arabic what does not turn round.

let server: RunningServer;
let world: World;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  server = await startServer();
  const context = await browser.newContext();
  world = await furnish(context, server.origin);
  await context.close();
});

test.afterAll(async () => {
  await server?.dispose();
});

interface RouterWindow {
  __TSR_ROUTER__: { routesByPath: Record<string, unknown> };
}

test('every route of the dashboard is looked at', async ({ page }) => {
  await page.goto(`${server.origin}/login`);
  await settle(page);
  const routes = await page.evaluate(() =>
    Object.keys((window as unknown as RouterWindow).__TSR_ROUTER__.routesByPath),
  );
  const shown = routes.map((path) => path.replace(/(?<=.)\/$/, '')).filter((path) => !leadingOn.includes(path));
  expect([...new Set(shown)].toSorted()).toEqual(Object.keys(visits).toSorted());
});

/** What opens at a click: where, and the control's text with its brackets. */
const onDemand: { path: string; click: (page: Page) => Promise<void> }[] = [
  {
    path: '/app/na/agents',
    click: (page) =>
      page
        .getByRole('button', { name: /Help desk/ })
        .first()
        .click(),
  },
  {
    path: '/app/na/agents/AGENT/overview',
    click: (page) => page.getByRole('button', { name: /Widget Script/ }).click(),
  },
  { path: '/app/na/agents/AGENT/overview', click: (page) => page.getByRole('button', { name: /More about/ }).click() },
  { path: '/app/na/agents/AGENT/overview', click: (page) => page.getByRole('button', { name: /Account:/ }).click() },
  { path: '/app/na/agents/AGENT/kb', click: (page) => page.getByRole('button', { name: /Add knowledge/ }).click() },
  { path: '/app/na/agents/AGENT/kb', click: (page) => page.getByRole('button', { name: /Actions for/ }).click() },
  {
    path: '/app/na/agents/AGENT/convos?convo=CONVERSATION',
    click: (page) =>
      page
        .getByRole('button', { name: /How it was made/ })
        .last()
        .click(),
  },
  { path: '/app/na/agents/AGENT/overview', click: (page) => page.keyboard.press('Control+k') },
  { path: '/app/na/agents/AGENT/overview', click: (page) => page.keyboard.press('?') },
];

test('no word stands outside of the texts', async ({ browser }) => {
  test.setTimeout(300_000);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const data = ['Antiphon', 'OpenAI', owner.name, world.workspaceName, ...Object.values(typed)];
  const found: Record<string, string[]> = {};
  const note = async (page: Page, where: string) => {
    const words = await untranslated(page, data);
    if (words.length > 0) found[where] = words;
  };
  const page = await visitEveryRoute(context, world, 'en-XA', note);

  await page.goto(addressOf(world, '/app/na/agents/AGENT/overview'));
  await settle(page);
  const tabs = await page
    .locator(`main nav a[href*="/agents/${world.agentId}/"]`)
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  expect(tabs.length).toBeGreaterThan(3);
  const looked = Object.values(visits).flat();
  for (const tab of tabs) expect(looked).toContain(tab.replace(world.agentId, 'AGENT'));

  for (const [index, { path, click }] of onDemand.entries()) {
    await page.goto(addressOf(world, path));
    await settle(page);
    await click(page);
    await settle(page);
    await note(page, `${path}, opened ${index}`);
  }
  // Beside a wide page the test chat is kept open.
  await page.evaluate(() => localStorage.setItem('debugger-open', 'true'));
  await page.goto(addressOf(world, '/app/na/agents/AGENT/overview'));
  await expect(page.locator('iframe')).toBeVisible();
  await settle(page);
  await note(page, 'test chat');
  expect(found).toEqual({});
  await context.close();
});

// The judge itself: a test that finds nothing must be able to find something.
test.describe('a word without brackets is seen', () => {
  for (const [text, isSeen] of [
    ['⟦Agents⟧', false],
    ['⟦Delete "⟦Agent⟧"?⟧ 3', false],
    ['1,204 KB', false],
    ['ann@example.com', false],
    ['Agents', true],
    ['⟦Agents⟧ list', true],
    ['ann@example.com wrote', true],
  ] as const) {
    test(`${text}: ${isSeen ? 'seen' : 'passes'}`, () => expect(hasWords(text, [])).toBe(isSeen));
  }
});
