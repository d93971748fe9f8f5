import { expect, type Page } from '@playwright/test';
import { amount } from '../../server/test/harness/amounts.ts';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { seriousFaults } from '../world/axe.ts';
import { lookIn } from '../world/dashboard-visits.ts';
import { test } from '../world/journey.ts';
import type { RunningServer } from '../world/server.ts';
import { chatOnce } from '../world/visitor-api.ts';

// Pages with figures in brands of any colour: what axe cannot judge is computed from what the browser paints.

let server: RunningServer;
let world: AgencyWorld;
type State = Awaited<ReturnType<AgencyWorld['context']['storageState']>>;
let state: State;

test.beforeAll(async ({ browser, shared }) => {
  server = shared;
  world = await makeAgencyWorld(browser, server.origin, { sub: 'palettes', titles: ['Harbour Bikes'] });
  const { call } = world.owner;
  const [agentId = ''] = world.agentIds;
  const text = 'An electric bike costs 28 euros a day.';
  await call('post', `/v2/agents/${agentId}/knowledge`, { kind: 'text', title: 'Prices', text });
  await call('post', `/v2/agents/${agentId}/publish`, {});
  for (const [question, rating] of [
    ['What does an electric bike cost?', 5],
    ['Do you sell submarines on Mars?', 1],
  ] as const)
    await chatOnce(world.context.request, server.origin, agentId, [question], rating);
  const { email } = await world.addClient({
    email: 'palettes@example.com',
    canAccess: ['/home', '/convos', '/leads', '/analytics', '/metrics', '/kb'],
  });
  // For the number at the bell.
  const { request } = world.context;
  const api = `${server.origin}/api/na/public`;
  const chat = await (await request.post(`${api}/agents/${agentId}/conversations`, { data: {} })).json();
  await request.post(`${api}/conversations/${chat.conversationId}/contact`, {
    headers: { authorization: `Bearer ${chat.visitorToken}` },
    data: { email: 'vera@example.com' },
  });
  const context = await browser.newContext();
  await signInClient(await context.newPage(), world.clientUrl, email, { opens: false });
  state = await context.storageState();
  await context.close();
});
test.afterAll(async () => {
  await world?.context.close();
});

const TEXT = 4.5;
const PART = 3;
/** Two series of a chart beside each other; a line of the surface lies between them. */
const SERIES = 1.5;

/** Contrasts of WCAG 2 as painted: words of ranked lists, bars and their key on the card, the two series, the ring of the focus. */
const measure = (page: Page) =>
  page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('No canvas');
    /** Relative luminance of colours painted over each other. */
    const luminance = (layers: string[]) => {
      for (const layer of layers) {
        pen.fillStyle = layer;
        pen.fillRect(0, 0, 1, 1);
      }
      const [r = 0, g = 0, b = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: string[], other: string[]) => {
      const [a, b] = [luminance(one), luminance(other)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const paint = (one: Element, pseudo?: string) => getComputedStyle(one, pseudo).backgroundColor;
    const grounds = (one: Element | null): string[] => (one ? [...grounds(one.parentElement), paint(one)] : ['#fff']);
    const find = (part: string) => [...document.querySelectorAll(`main [class*="_${part}_"]`)];

    const words = find('rank').flatMap((row) => {
      const ground = [...grounds(row), paint(row, '::before')];
      return [...row.querySelectorAll('*')].map((one) =>
        contrast([...ground, ...grounds(one).slice(grounds(row).length), getComputedStyle(one).color], ground),
      );
    });
    const number = document.querySelector('.mantine-Indicator-indicator');
    const pieces = [...find('piece'), ...find('mark')];
    const ofSeries = (isSecond: boolean) =>
      pieces.find((one) => (one.getAttribute('data-series') === '1') === isSecond && one.closest('section'));
    const [first, second] = [ofSeries(false), ofSeries(true)];
    const focused = document.activeElement === document.body ? null : document.activeElement;
    const ring = focused && getComputedStyle(focused);
    const ringColour = ring && (ring.outlineStyle === 'none' ? ring.borderTopColor : ring.outlineColor);
    return {
      words,
      // Its ground is painted over the element's own.
      number:
        number && contrast([paint(number, '::before'), getComputedStyle(number).color], [paint(number, '::before')]),
      parts: pieces.map((one) => contrast(grounds(one), grounds(one.parentElement))),
      series: first && second ? contrast(grounds(first), grounds(second)) : null,
      ring:
        focused && ringColour
          ? contrast([...grounds(focused.parentElement), ringColour], grounds(focused.parentElement))
          : null,
      focused: focused?.textContent?.slice(0, 40) ?? null,
    };
  });

async function look(page: Page, of: string) {
  expect.soft(await seriousFaults(page), of).toEqual([]);
  const seen = await measure(page);
  for (const contrast of seen.words)
    expect.soft(contrast, `${of}: words of a ranked list`).toBeGreaterThanOrEqual(TEXT);
  for (const contrast of seen.parts) expect.soft(contrast, `${of}: bars`).toBeGreaterThanOrEqual(PART);
  return seen;
}

const brands = Object.entries({
  'light yellow': '51 100% 81%',
  'near black': '240 28.57% 5.49%',
  'mid red': '0 73.85% 53.53%',
});

const schemes = ['light', 'dark'] as const;

// The colours of 1,000 brands are computed in contract/src/brand-palette.test.ts; here it is seen that they are what is painted.
for (const [name, primary] of brands.slice(0, amount(brands.length, 1)))
  test(`a ${name} brand, light and dark: figures, bars, lists and the number at the bell can be read, and the focus is seen`, async ({
    browser,
  }) => {
    await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/agency`, {
      customThemeJSONString: JSON.stringify({ primary, themeType: 'system' }),
      themeColorUsage: 'colorful',
    });
    const context = await browser.newContext({ storageState: state });
    const page = await context.newPage();
    const open = async (path: string) => {
      await lookIn(page, `${world.clientUrl}/app/na/agents/${world.agentIds[0]}/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    };
    const inBoth = async (run: (scheme: string) => Promise<void>) => {
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
        await run(colorScheme);
      }
    };
    await open('analytics?range=7d');
    await expect(page.getByRole('list', { name: 'Questions without an answer' })).toContainText('submarines');
    await expect(page.locator('.mantine-Indicator-indicator')).toBeVisible();
    await inBoth(async (scheme) => {
      const analytics = await look(page, `analytics, ${scheme}`);
      expect.soft(analytics.number, `the number at the bell, ${scheme}`).toBeGreaterThanOrEqual(TEXT);
      expect(analytics.words.length).toBeGreaterThan(4);
      for (let at = 0; at < 24; at += 1) {
        await page.keyboard.press('Tab');
        const { ring, focused } = await measure(page);
        expect.soft(ring ?? PART, `the focus on ${focused}, ${scheme}`).toBeGreaterThanOrEqual(PART);
      }
    });
    await open('metrics?range=7d');
    await expect(page.getByRole('region', { name: 'Ratings' }).getByRole('img', { name: /^Ratings/ })).toBeVisible();
    await inBoth(async (scheme) => {
      const metrics = await look(page, `metrics, ${scheme}`);
      expect(metrics.parts.length).toBeGreaterThan(3);
      expect(metrics.series, `the two series, ${scheme}`).toBeGreaterThanOrEqual(SERIES);
    });
    for (const path of ['home', 'convos', 'leads', 'kb']) {
      await open(path);
      await inBoth(async (scheme) => expect.soft(await seriousFaults(page), `${path}, ${scheme}`).toEqual([]));
    }
    await context.close();
  });
