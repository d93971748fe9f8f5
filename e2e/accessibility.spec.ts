import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { seriousFaults } from './axe.ts';
import { settle, visitEveryRoute, visits } from './dashboard-visits.ts';
import { furnish, type World } from './furnished-world.ts';
import { LOOKS, LOOKS_LTR, LOOKS_RTL, type Look } from './looks.ts';
import { type RunningServer, startServer } from './server.ts';

// R28: axe finds nothing serious or critical on any route, in light and dark, left to right and right to left, at three widths.
// The public pages are those of the site map; the dashboard's are `visits`, which languages.spec.ts holds against its table of routes.

const WIDE = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

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

/** Looks at the page as it stands in colour schemes and widths: it is loaded once for all of them. */
async function look(page: Page, looks: Look[] = LOOKS): Promise<string[]> {
  const faults: string[] = [];
  for (const { scheme, width } of looks) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    // First axe, which waits until the page has followed the new width.
    const found = await seriousFaults(page);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) found.push(`scrolls sideways by ${over} px`);
    faults.push(...found.map((fault) => `${scheme}, ${width} px: ${fault}`));
  }
  return faults;
}

/** Soft, so that one run names every page with a fault. */
async function lookAtDashboard(context: BrowserContext, language: string, direction: string, looks: Look[]) {
  let pages = 0;
  await visitEveryRoute(context, world, language, async (page, path) => {
    await expect(page.locator('html')).toHaveAttribute('dir', direction);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    expect.soft(await look(page, looks), `${path}, ${direction}`).toEqual([]);
    await page.setViewportSize(WIDE.viewport);
    pages += 1;
  });
  expect(pages).toBe(Object.values(visits).flat().length);
}

// Both directions at once: a page that loads leaves time for the other one.
test('nothing serious on any route of the dashboard', async ({ browser }) => {
  test.setTimeout(process.env.SOAK ? 1_800_000 : 600_000);
  const [english, arabic] = [await browser.newContext(WIDE), await browser.newContext(WIDE)];
  await Promise.all([
    lookAtDashboard(english, 'en', 'ltr', LOOKS_LTR),
    lookAtDashboard(arabic, 'ar', 'rtl', LOOKS_RTL),
  ]);
  await Promise.all([english.close(), arabic.close()]);
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
