// `npm run pictures`: photographs the real product for the public pages, and writes web/src/shells/marketing/pictures/.
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import config from '../playwright.config.ts';
import { type BicycleShop, startBicycleShop } from './bicycle-shop.ts';
import { signUpOwner } from './owner-api.ts';
import { type RunningServer, startServer } from './server.ts';
import { openChat } from './visitor.ts';

const folder = fileURLToPath(new URL('../../web/src/shells/marketing/pictures/', import.meta.url));
/** Where the shop of the pictures would be in the world; its port on this machine says nothing to a reader. */
const SHOP_ADDRESS = 'harbour-bikes.example';
const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** Two widths of each picture: for plain and for dense screens. `ratio` (height by width) crops at the bottom. */
async function save(picture: Buffer, name: string, widths: number[], ratio: number) {
  for (const width of widths)
    await sharp(picture)
      .resize({ width, height: Math.round(width * ratio), position: 'top' })

      .avif({ quality: 58, effort: 7 })
      .toFile(`${folder}${name}-${width}.avif`);
}

/** The platform's name is a setting, and the shop's address a port of this machine: neither belongs in a picture. */
async function tidy(page: Page, shop: BicycleShop) {
  await page.addStyleTag({
    content: '[class*="wordmark"] [title] { display: none } * { caret-color: transparent !important }',
  });
  await page.evaluate(
    ([from, to]) => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (text.data.includes(from!)) text.data = text.data.replaceAll(from!, to!);
      }
    },
    [shop.hostAndPort, SHOP_ADDRESS] as const,
  );
}

async function ask(page: Page, question: string) {
  const chat = page.frameLocator('iframe');
  const answers = chat.locator('.chat-message-agent[data-state=complete]');
  const before = await answers.count();
  await chat.getByRole('textbox').fill(question);
  await chat.getByRole('textbox').press('Enter');
  await expect(answers).toHaveCount(before + 1, { timeout: 30_000 });
}

async function makeAgent(page: Page, server: RunningServer, shop: BicycleShop) {
  const owner = await signUpOwner(page.request, server.origin, 'ann@example.com');
  await owner.call('post', `/v2/workspaces/${owner.uid}`, { workspaceName: 'Quayside Studio' }).catch(() => null);
  const { ID } = await owner.call('post', `/v2/workspaces/${owner.uid}/agents`, { title: 'Harbour Bikes' });
  const add = (document: object) => owner.call('post', `/v2/agents/${ID}/knowledge`, document);
  for (const path of ['/', '/prices', '/repairs', '/opening-hours'])
    await add({ kind: 'url', url: `${shop.origin}${path}`, refreshRate: '24h' });
  await add({
    kind: 'text',
    title: 'Answers from the counter',
    text: '# Answers from the counter\n\nChildren ride free in a trailer. Dogs are welcome in cargo bikes. You can cancel a booking until the evening before, without a fee.',
  });
  await expect
    .poll(
      async () =>
        (await owner.call('get', `/v2/agents/${ID}/knowledge`)).items.map((item: { state: string }) => item.state),
      { timeout: 60_000 },
    )
    .toEqual(Array(5).fill('SUCCESS'));
  const { settings, draftRevision } = await owner.call('get', `/v2/agents/${ID}`);
  // The system's own font on a server is nobody's choice.
  settings.theme.fontFamily = 'Liberation Sans';
  await owner.call('post', `/v2/agents/${ID}`, { settings, draftRevision });
  await owner.call('post', `/v2/agents/${ID}/publish`, {});
  return ID as string;
}

const shot = (place: Page | Locator) => place.screenshot({ animations: 'disabled' });

async function photographDashboard(page: Page, server: RunningServer, shop: BicycleShop, id: string, scheme: Scheme) {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/app/na/agents/${id}/kb`);
  await expect(page.frameLocator('iframe').getByRole('textbox')).toBeVisible();
  if (scheme === 'dark') await page.getByRole('button', { name: 'Restart' }).click();
  await expect(page.frameLocator('iframe').locator('.chat-message-agent')).toHaveCount(1);
  await ask(page, 'What does an electric bike cost per day?');
  const line = page.getByRole('region', { name: 'How it was made' }).getByRole('button', { name: /^Turn/ });
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
  await expect(page.getByText('Searched for')).toBeVisible();
  await tidy(page, shop);
  const whole = await shot(page);
  await save(whole, `workbench-${scheme}`, [1200, 2000], 900 / 1440);
  await save(
    await shot(page.getByRole('region', { name: 'How it was made' })),
    `trace-${scheme}`,
    [600, 900],
    390 / 450,
  );
  if (scheme === 'light')
    await sharp(whole)
      .resize(1200, 630, { position: 'top' })
      .png({ palette: true, quality: 80 })
      .toFile(`${folder}preview.png`);

  await page.setViewportSize({ width: 1080, height: 760 });
  await page.goto(`${server.origin}/app/na/usage`);
  await expect(page.getByText('Chat answer').first()).toBeVisible();
  await tidy(page, shop);
  await save(await shot(page), `usage-${scheme}`, [900, 1600], 760 / 1080);
}

async function photographChat(browser: Browser, server: RunningServer, shop: BicycleShop, id: string, scheme: Scheme) {
  const script = `<meta name="viewport" content="width=device-width"><script async src="${server.origin}/widget.js" data-id="${id}" data-region="na"></script>`;
  const context = {
    newContext: () =>
      browser.newContext({ viewport: { width: 425, height: 680 }, deviceScaleFactor: 2, colorScheme: scheme }),
  };
  const { visitor, chat, ask } = await openChat(context as unknown as Browser, shop, script);
  await ask('What does an electric bike cost per day?');
  await ask('And how much is the deposit for it?');
  await ask('Do you sell used cars?');
  await expect(chat.getByRole('button', { name: 'Leave your email' })).toBeVisible();
  await save(await shot(visitor), `chat-${scheme}`, [400, 800], 640 / 400);
  await visitor.context().close();
}

async function main() {
  mkdirSync(folder, { recursive: true });
  const shop = await startBicycleShop();
  const server = await startServer({ environment: { OUTBOUND_ALLOW_SITES: shop.hostAndPort } });
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await (await browser.newContext({ deviceScaleFactor: 2, locale: 'en-US' })).newPage();
    await page.addInitScript(() => localStorage.setItem('debugger-open', 'true'));
    const id = await makeAgent(page, server, shop);
    for (const scheme of schemes) {
      await photographChat(browser, server, shop, id, scheme);
      await photographDashboard(page, server, shop, id, scheme);
    }
  } finally {
    await browser.close();
    await server.dispose();
    await shop.close();
  }
}

await main();
