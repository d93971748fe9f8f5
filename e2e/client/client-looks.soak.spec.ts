import { mkdirSync } from 'node:fs';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { amount } from '../../server/test/harness/amounts.ts';
import { makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';

// How the sign-in, the shell and the blocked screen look in brands of any colour, and that all of it can be read.

const pictures = process.env.PICTURES_DIR;
let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  if (pictures) mkdirSync(pictures, { recursive: true });
  server = shared;
});

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png` });
};

const brands = [
  { name: 'pale-yellow', primary: '54 100% 88%', usage: 'colorful' },
  { name: 'blue', primary: '217 58% 43%', usage: 'plain' },
  { name: 'near-black', primary: '240 15% 5%', usage: 'gradient' },
];
const brandingText =
  '## Assistants for bicycle shops\n\nWe build **assistants** that answer, book and remember. [How we work](https://example.com)';
const theme = (primary: string) => JSON.stringify({ primary, themeType: 'system' });

/** The first look of a place is a new browser's, which has kept no file. */
const loaded = { timeout: 40_000 };

interface Look {
  language: string;
  colorScheme: 'light' | 'dark';
  width: number;
}
const looksOf = (languages: string[], widths: number[]): Look[] =>
  languages.flatMap((language) =>
    (['light', 'dark'] as const).flatMap((colorScheme) => widths.map((width) => ({ language, colorScheme, width }))),
  );

/** All of them in one brand, in `npm test -- soak`; what another colour changes is seen in one direction, at both ends. */
function chosenLooks(isFirst: boolean): Look[] {
  if (process.env.SOAK) return isFirst ? looksOf(['en', 'ar'], [360, 768, 1280]) : looksOf(['en'], [360, 1280]);
  return [
    { language: 'en', colorScheme: 'light', width: isFirst ? 1280 : 360 },
    { language: isFirst ? 'ar' : 'en', colorScheme: 'dark', width: isFirst ? 360 : 1280 },
  ];
}

async function look(browser: Browser, chosen: Look[], run: (page: Page, name: string) => Promise<void>, state?: State) {
  const context = await browser.newContext(state ? { storageState: state } : {});
  for (const { language, colorScheme, width } of chosen) {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((code) => localStorage.setItem('language', code), language);
    await run(page, `${language}-${colorScheme}-${width}`);
    await page.close();
  }
  await context.close();
}
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

async function expectSound(page: Page, place: string) {
  expect(await seriousFaults(page), place).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow, place).toBeLessThanOrEqual(0);
}

// As in `client-palettes.soak.spec.ts`.
for (const { name, primary, usage } of brands.slice(0, amount(brands.length, 1)))
  test(`sign-in, shell and blocked screen in a ${name} brand can be read: both schemes, both ends, both directions`, async ({
    browser,
  }) => {
    test.setTimeout(360_000);
    const brand = { customThemeJSONString: theme(primary), themeColorUsage: usage, brandingText };
    const own = await makeAgencyWorld(browser, server.origin, { sub: `look-${name}`, brand });
    const { email } = await own.addClient({
      email: 'a.rather.long.address.of.somebody@donaudampfschifffahrt.example.com',
      isOrgAdmin: true,
      canAccess: [
        '/home',
        '/convos',
        '/leads',
        '/analytics',
        '/metrics',
        '/kb',
        '/channels',
        '/nodes',
        '/prompt',
        '/campaigns',
        '/settings',
      ],
    });
    const first = await browser.newContext();
    const page = await first.newPage();
    await signInClient(page, own.clientUrl, email, { opens: false });
    const state = await first.storageState();
    const chosen = chosenLooks(name === brands[0]?.name);
    await look(browser, chosen, async (at, seen) => {
      await at.goto(own.clientUrl);
      await expect(at.getByRole('link', { name: 'How we work' })).toBeVisible(loaded);
      await expect(at.locator('form input').first()).toBeVisible();
      await expectSound(at, `${seen} login`);
      await picture(at, `${name}-login-${seen}`);
    });
    await look(
      browser,
      chosen,
      async (at, seen) => {
        await at.goto(`${own.clientUrl}/app/na/agents/${own.agentIds[0]}/settings`);
        await expect(at.getByRole('navigation').getByRole('link').first()).toBeVisible(loaded);
        await expect(at.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible(loaded);
        await expectSound(at, `${seen} shell`);
        await picture(at, `${name}-shell-${seen}`);
      },
      state,
    );
    await own.changeOrg({ dashboardLayout: 'horizontal' });
    const wide = await browser.newContext({ storageState: state, viewport: { width: 1280, height: 800 } });
    const across = await wide.newPage();
    await across.goto(`${own.clientUrl}/app/na/agents/${own.agentIds[0]}/settings`);
    const bar = across.getByRole('navigation', { name: 'Pages' });
    await expect(bar).toBeVisible();
    await expect(across.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    expect((await bar.boundingBox())?.width).toBe(1280);
    await expectSound(across, 'horizontal');
    await picture(across, `${name}-horizontal`);
    await wide.close();
    await own.changeOrg({ settings: { disableClientAccess: true } });
    await look(
      browser,
      chosen,
      async (at, seen) => {
        await at.goto(`${own.clientUrl}/app/na/agents/${own.agentIds[0]}/home`);
        await expect(at.getByRole('dialog')).toBeVisible(loaded);
        await expectSound(at, `${seen} blocked`);
        await picture(at, `${name}-blocked-${seen}`);
      },
      state,
    );
    await first.close();
    await own.context.close();
  });
