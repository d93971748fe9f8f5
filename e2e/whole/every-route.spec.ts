import { type BrowserContext, expect, type Page } from '@playwright/test';
import {
  addressOf,
  everyPage,
  goTo,
  leadingOn,
  type RouterWindow,
  settle,
  visitEveryRoute,
  visits,
} from '../world/dashboard-visits.ts';
import { furnish, owner, typed, type World } from '../world/furnished-world.ts';
import { test } from '../world/journey.ts';
import { LOOKS, LOOKS_LTR, LOOKS_RTL, type Look, look } from '../world/looks.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { hasWords, untranslated } from '../world/untranslated.ts';

// R28: axe finds nothing serious or critical on any route, in light and dark, left to right and right to left, at three widths.
// R30: no word stands outside of the texts. The public pages are those of the site map; the dashboard's are `visits`, which are
// held against its own table of routes. They are looked at in the pseudo-language, whose brackets show what was never given to
// be translated, and in Arabic, which shows what does not turn round.

const WIDE = { viewport: { width: 1280, height: 900 } } as const;

let server: RunningServer;
let world: World;

test.beforeAll(async ({ browser }) => {
  server = await startServer();
  const context = await browser.newContext();
  world = await furnish(context, server.origin);
  await context.close();
});

test.afterAll(async () => {
  await server?.dispose();
});

/** Words without the brackets of the pseudo-language, of each place where there are some. */
const unmarked: Record<string, string[]> = {};

async function noteWords(page: Page, where: string) {
  const words = await untranslated(page, [
    'Antiphon',
    'OpenAI',
    owner.name,
    world.workspaceName,
    ...Object.values(typed),
  ]);
  if (words.length > 0) unmarked[where] = words;
}

/** What an address opens within a route is looked at from right to left in the long run alone. */
const pagesInArabic = (route: string) => everyPage(route).slice(0, process.env.SOAK ? undefined : 1);

type Walk = { language: string; direction: string; looks: Look[]; pagesOf: typeof everyPage };

/** Soft, so that one run names every page with a fault. */
async function lookAtDashboard(context: BrowserContext, { language, direction, looks, pagesOf }: Walk) {
  let pages = 0;
  const lookAt = async (page: Page, path: string) => {
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    if (language === 'en-XA') await noteWords(page, path);
    expect.soft(await look(page, looks), `${path}, ${language}`).toEqual([]);
    await page.setViewportSize(WIDE.viewport);
    pages += 1;
  };
  await visitEveryRoute(context, world, language, lookAt, pagesOf);
  expect(pages).toBe(Object.keys(visits).flatMap(pagesOf).length);
}

// Both languages at once: a page that loads leaves time for the other one.
test('nothing serious and no word outside of the texts on any route of the dashboard', async ({ browser }) => {
  test.setTimeout(process.env.SOAK ? 1_800_000 : 600_000);
  const [marked, arabic] = [await browser.newContext(WIDE), await browser.newContext(WIDE)];
  await Promise.all([
    lookAtDashboard(marked, { language: 'en-XA', direction: 'ltr', looks: LOOKS_LTR, pagesOf: everyPage }),
    lookAtDashboard(arabic, { language: 'ar', direction: 'rtl', looks: LOOKS_RTL, pagesOf: pagesInArabic }),
  ]);
  expect(unmarked).toEqual({});
  await Promise.all([marked.close(), arabic.close()]);
});

// The public pages are written in English alone: there is no other direction of them.
test('nothing serious on any public page', async ({ browser, request }) => {
  test.setTimeout(240_000);
  const siteMap = await (await request.get(`${server.origin}/sitemap.xml`)).text();
  const listed = [...siteMap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname);
  expect(listed.length).toBeGreaterThan(15);
  const context = await browser.newContext(WIDE);
  const page = await context.newPage();
  for (const path of [...listed, '/share', '/no-such-page']) {
    await page.goto(server.origin + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect.soft(await look(page), path).toEqual([]);
  }
  await context.close();
});

test('planted: a label that is taken away, and words too faint in the dark on a phone alone, are found', async ({
  page,
}) => {
  await page.goto(`${server.origin}/login`);
  await settle(page);
  await page.evaluate(() => {
    document.querySelector('label')?.remove();
    const rule = '@media (prefers-color-scheme: dark) and (width < 400px) { h1, h2 { color: #444 !important } }';
    document.head.append(Object.assign(document.createElement('style'), { textContent: rule }));
  });
  const faults = await look(page);
  expect(faults.filter((fault) => fault.includes('label'))).toHaveLength(LOOKS.length);
  const faint = faults.filter((fault) => fault.includes('color-contrast'));
  expect(faint.map((fault) => fault.split(': ')[0])).toEqual(['dark, 360 px']);
});

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

test('no word outside of the texts in what opens at a click, and every tab is looked at', async ({ browser }) => {
  const context = await browser.newContext(WIDE);
  await context.addInitScript(() => localStorage.setItem('language', 'en-XA'));
  await context.request.post(`${server.origin}/api/na/auth/sign-in/email`, {
    headers: { origin: server.origin },
    data: owner,
  });
  const page = await context.newPage();
  await page.goto(addressOf(world, '/app/na/agents/AGENT/overview'));
  await settle(page);
  const tabs = await page
    .locator(`main nav a[href*="/agents/${world.agentId}/"]`)
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  expect(tabs.length).toBeGreaterThan(3);
  const looked = Object.values(visits).flat();
  for (const tab of tabs) expect(looked).toContain(tab.replace(world.agentId, 'AGENT'));

  for (const [index, { path, click }] of onDemand.entries()) {
    await goTo(page, addressOf(world, path));
    await settle(page);
    await click(page);
    await settle(page);
    await noteWords(page, `${path}, opened ${index}`);
    await page.keyboard.press('Escape');
  }
  // Beside a wide page the test chat is kept open.
  await page.evaluate(() => localStorage.setItem('debugger-open', 'true'));
  await page.goto(addressOf(world, '/app/na/agents/AGENT/overview'));
  await expect(page.locator('iframe')).toBeVisible();
  await settle(page);
  await noteWords(page, 'test chat');
  expect(unmarked).toEqual({});
  await context.close();
});

// The judge itself: a test that finds nothing must be able to find something.
test.describe('a word without brackets is seen', () => {
  for (const [text, isSeen] of [
    ['⟦Agents⟧', false],
    ['⟦Delete "⟦Agent⟧"?⟧ 3', false],
    ['1,204 KB', false],
    ['ann@example.com', false],
    ['shop.example.com', false],
    ['Agents', true],
    ['⟦Agents⟧ list', true],
    ['ann@example.com wrote', true],
    ['shop.example.com sells', true],
  ] as const) {
    test(`${text}: ${isSeen ? 'seen' : 'passes'}`, () => expect(hasWords(text, [])).toBe(isSeen));
  }
});
