import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';

// The public pages, against the real server: each is there, readable without a script, and leads nowhere that is not there.

/** Path, title (before the platform's name), heading. */
const PAGES = [
  ['/', 'AI agents for your clients’ sites, under your name', 'AI agents for your clients’ sites, under your name'],
  ['/landing2', 'For agencies that sell under their own brand', 'Your client hires you. We stay out of the picture.'],
  ['/voice-agent', 'The voice agent', 'The same knowledge, spoken'],
  ['/chatbot', 'The website agent', 'A chat that has read the site'],
  ['/whatsapp', 'The agent on WhatsApp', 'Where your customers already write'],
  ['/demo', 'Demo', 'Try it on your own pages'],
  ['/integrations', 'Integration list', 'What it connects to'],
  ['/pricing', 'Pricing', 'Pay for answers, not for agents'],
  ['/get-free-plan', 'Get the free plan', 'The free plan, whole'],
  ['/legal/about', 'About us', 'About us'],
  ['/legal/privacy-policy', 'Privacy policy', 'Privacy policy'],
  ['/legal/tixae-privacy-policy', 'Privacy for visitors of a chat', 'Privacy for visitors of a chat'],
  ['/legal/tos', 'Terms of service', 'Terms of service'],
  ['/legal/refund-policy', 'Refund policy', 'Refund policy'],
  ['/legal/cookie-policy', 'Cookie policy', 'Cookie policy'],
  ['/legal/contact', 'Contact', 'Contact'],
  ['/legal/gdpr', 'GDPR', 'GDPR'],
  ['/share', 'A shared agent', 'This link names no agent'],
] as const;
const PATHS = PAGES.map(([path]) => path);
const PAGE_BYTES_MAX = 30_000;

let server: RunningServer;
/** Another name, an operator, and links; its demo agent is made by the first test that needs it. */
let named: RunningServer;

const OPERATOR = {
  PLATFORM_NAME: 'Nimbus & <Sons>',
  PUBLIC_URL: 'https://nimbus.example.com',
  OPERATOR_NAME: 'Nimbus Operations Ltd',
  OPERATOR_ADDRESS: '1 Example Street\\n12345 Sampleton',
  OPERATOR_EMAIL: 'hello@example.com',
  OPERATOR_COUNTRY: 'Exampleland',
  DISCORD_URL: 'https://discord.example.com/nimbus',
  AFFILIATES_URL: 'https://affiliates.example.com',
  SOCIAL_LINKS: 'https://github.com/example, https://social.example.com/nimbus',
};

test.beforeAll(async () => {
  server = await startServer();
  named = await startServer({ environment: OPERATOR });
});
test.afterAll(async () => {
  await server?.dispose();
  await named?.dispose();
});

test('every page answers with its own title and one heading, without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const titles = new Set<string>();
  const descriptions = new Set<string>();
  for (const [path, title, heading] of PAGES) {
    const response = await page.goto(server.origin + path);
    expect(response?.status(), path).toBe(200);
    await expect(page).toHaveTitle(path === '/' ? `Antiphon: ${title}` : `${title} · Antiphon`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(await page.content(), path).not.toContain('{{');
    if (path !== '/share')
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', server.origin + path);
    titles.add(await page.title());
    descriptions.add((await page.locator('meta[name=description]').getAttribute('content')) ?? '');
  }
  expect(titles.size).toBe(PAGES.length);
  expect(descriptions.size).toBe(PAGES.length);
  await context.close();
});

// Caught here: agents answered the telephone, and three pages said that they would one day.
test('what an agency has in the dashboard is listed as working', async ({ page }) => {
  const list = (heading: string) => page.locator('.readiness').filter({ hasText: heading });
  await page.goto(`${server.origin}/`);
  await expect(list('Works today')).toContainText('A dashboard for your clients');
  await expect(list('Works today')).toContainText('Taking a conversation over');
  await expect(list('Works today')).toContainText('on your own domain');
  await expect(list('Works today')).toContainText('Reselling plans and credits');
  await expect(list('Works today')).toContainText(
    'WhatsApp on your own business number, Messenger and Instagram on your own pages, SMS on your Twilio numbers, and Telegram and Discord',
  );
  await expect(list('Works today')).toContainText('on phone numbers of your Twilio account');
  await page.goto(`${server.origin}/landing2`);
  await expect(list('Works today')).toContainText('A trial of the white-label side');
  await expect(list('Works today')).toContainText('Organizations, clients');
  await expect(list('Works today')).toContainText('Plans and credits that you sell');
  await expect(list('Works today')).toContainText('answer your clients’ phone numbers');
  for (const path of ['/', '/landing2', '/integrations', '/voice-agent']) {
    await page.goto(server.origin + path);
    await expect(page.locator('main')).not.toContainText(/in preparation|not work yet|is being made|when it is ready/i);
  }
});

/** Every address of our own that a page names, with pictures, fonts and anchors. */
const linksOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[href], [src], [srcset]')].flatMap((element) => [
      ...(['href', 'src'] as const).map((name) => element.getAttribute(name)).filter((value) => value !== null),
      ...(element.getAttribute('srcset') ?? '')
        .split(',')
        .map((part) => part.trim().split(' ')[0]!)
        .filter(Boolean),
    ]),
  );

test('no link, picture or anchor of any page leads to nothing', async ({ page, request }) => {
  const seen = new Map<string, string>();
  const anchors = new Set<string>();
  for (const path of [...PATHS, '/nothing-here']) {
    await page.goto(server.origin + path);
    for (const link of await linksOf(page)) {
      if (/^(https?:|mailto:|data:)/.test(link) && !link.startsWith(server.origin)) continue;
      const url = new URL(link, page.url());
      if (url.hash) anchors.add(url.pathname + url.hash);
      seen.set(url.pathname, path);
    }
  }
  expect(seen.size).toBeGreaterThan(40);
  for (const [target, from] of seen) {
    if (target === '/nothing-here') continue;
    const response = await request.get(server.origin + target, { headers: { accept: 'text/html' } });
    expect(response.status(), `${target} from ${from}`).toBe(200);
  }
  for (const anchor of anchors) {
    await page.goto(server.origin + anchor);
    await expect(page.locator(new URL(anchor, server.origin).hash), anchor).toHaveCount(1);
  }
});

test('the policy of each page lets it be whole and runs no script of anybody', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
  for (const path of PATHS) {
    const response = await page.goto(server.origin + path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    if (path !== '/demo') expect(policy).not.toContain('script-src');
    expect(await page.locator('script:not([type="application/ld+json"])').count(), path).toBe(0);
  }
  expect(refused).toEqual([]);
  // A planted fault: a style that the policy does not name is refused.
  await page.evaluate(() => document.head.insertAdjacentHTML('beforeend', '<style>h1 { color: red }</style>'));
  await expect.poll(() => refused.length).toBe(1);
});

test('a page is small, and nothing on it moves while fonts and pictures come', async ({ page, request }) => {
  for (const path of PATHS) {
    const html = await (await request.get(server.origin + path)).text();
    expect(gzipSync(html).length, path).toBeLessThan(PAGE_BYTES_MAX);
  }
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(server.origin, { waitUntil: 'networkidle' });
    expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThan(0.02);
  }
});

test('an unknown address is told kindly to people and plainly to programs', async ({ page, request }) => {
  const response = await page.goto(`${server.origin}/nothing-here`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We do not know the answer to that');
  await page.getByRole('link', { name: 'To the first page' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  const asProgram = await request.get(`${server.origin}/nothing-here`, { headers: { accept: '*/*' } });
  expect(asProgram.status()).toBe(404);
  expect(await asProgram.json()).toMatchObject({ code: 'not_found' });
  expect((await request.get(`${server.origin}/api/nothing`, { headers: { accept: 'text/html' } })).status()).toBe(404);
});

test('robots and the site map name what is to be found', async ({ request }) => {
  const map = await (await request.get(`${named.origin}/sitemap.xml`)).text();
  for (const path of PATHS)
    if (path !== '/share') expect(map).toContain(`<loc>https://nimbus.example.com${path}</loc>`);
  expect(map).not.toContain('/share');
  const robots = await (await request.get(`${named.origin}/robots.txt`)).text();
  expect(robots).toContain('Disallow: /app/');
  expect(robots).toContain('Sitemap: https://nimbus.example.com/sitemap.xml');
});

test('the name and the operator are those of the installation, as text and never as markup', async ({ page }) => {
  await page.goto(named.origin);
  await expect(page).toHaveTitle(/^Nimbus & <Sons>: /);
  await expect(page.locator('sons')).toHaveCount(0);
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data).toMatchObject({ name: 'Nimbus & <Sons>', url: 'https://nimbus.example.com/' });
  expect(await page.content()).not.toContain('Antiphon');
  await expect(page.getByRole('contentinfo').getByText('AI-powered conversation solutions')).toBeVisible();
  await expect(page.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', 'https://github.com/example');
  await expect(page.getByRole('link', { name: 'social.example.com' })).toBeVisible();

  await page.goto(`${named.origin}/legal/tos`);
  await expect(page.getByText('1 Example Street')).toHaveText('1 Example Street\n12345 Sampleton');
  await expect(page.getByText('The law of Exampleland applies.')).toBeVisible();
  // The registration was left out, and says so.
  await expect(page.getByText('Not filled in by the operator yet')).toHaveCount(1);
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(menu).toHaveText(['Affiliates', 'Docs', 'Discord', 'Pricing']);
  await page.goto(`${named.origin}/pricing`);
  await expect(page.getByRole('link', { name: 'Contact sales' })).toHaveAttribute(
    'href',
    /^mailto:hello@example\.com\?subject=/,
  );
});

test('what is not set is left out, or said to be missing', async ({ page }) => {
  await page.goto(`${server.origin}/legal/tos`);
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(menu).toHaveText(['Docs', 'Pricing']);
  await expect(page.getByText('The operator of this installation has not filled in its details yet.')).toBeVisible();
  await expect(page.getByText('Not filled in by the operator yet')).toHaveCount(5);
  expect(await page.locator('a[href^="mailto:"]').count()).toBe(0);
  await page.goto(server.origin);
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText([
    'Integration list',
    'Pricing',
    'Get free plan now',
    'About Us',
    'Security',
  ]);
});

test('the menu of a phone opens without a script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(server.origin);
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL(`${server.origin}/pricing`);
  await context.close();
});

test('a shared link and the demo show the agent; whoever is signed in is led to the dashboard', async ({
  page,
  context,
}) => {
  await page.goto(server.origin);
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  const owner = await signUpOwner(page.request, server.origin, 'ann@example.com');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Open dashboard' })).toHaveAttribute('href', '/app/na/agents');
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(0);

  const id = await createAgent(owner, 'Harbour Bikes', '# Prices\n\nAn electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await context.clearCookies();
  await page.goto(`${server.origin}/share?id=${id}&region=na`);
  await expect(page).toHaveURL(`${server.origin}/na/prototype/${id}`);
  await page.getByRole('textbox').fill('What does an electric bike cost?');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('log')).toContainText('28 euros');
  expect(await page.content()).not.toContain('Antiphon');
  await page.goto(`${server.origin}/share?id=%22%3E%3Cscript%3E`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link names no agent');

  server = await server.restart({ DEMO_AGENT_ID: id });
  await page.goto(`${server.origin}/demo`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ask our own agent');
  const demo = page.frameLocator('iframe');
  await demo.getByRole('textbox').fill('What does an electric bike cost?');
  await demo.getByRole('textbox').press('Enter');
  await expect(demo.getByRole('log')).toContainText('28 euros');
});

test('scripts and styles travel compressed, to whoever takes them so', async ({ request }) => {
  const login = await (await request.get(`${server.origin}/login`)).text();
  const [, script = ''] = /href="(\/assets\/first-[^"]+\.js)"/.exec(login) ?? [];
  for (const path of ['/widget.js', script]) {
    const bytes = async (encodings: string) => {
      const response = await fetch(server.origin + path, { headers: { 'accept-encoding': encodings } });
      expect(response.headers.get('content-type'), path).toContain('javascript');
      const length = Number(response.headers.get('content-length'));
      return { encoding: response.headers.get('content-encoding'), length, text: await response.text() };
    };
    const [plain, zipped, brotli] = [await bytes('identity'), await bytes('gzip'), await bytes('gzip, br')];
    expect([plain.encoding, zipped.encoding, brotli.encoding], path).toEqual([null, 'gzip', 'br']);
    expect(zipped.length).toBeLessThan(plain.length * 0.6);
    expect(brotli.length).toBeLessThan(zipped.length);
    expect(brotli.text).toBe(plain.text);
  }
});
