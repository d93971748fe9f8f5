// P3: when a launcher is visible on a slow phone profile (4x CPU throttle, Fast 3G). Every page in the same run:
// an empty page, a vanilla launcher of a few hundred bytes, and ours with and without the colour hint of the snippet.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { vanilla } from './vanilla-launcher.mjs';

const RUNS = Number(process.env.RUNS ?? 5);
const TARGET_RATIO = 1.1;
/** Chrome's "Fast 3G": 150 ms of latency, 1.6 Mbit/s down, 750 kbit/s up. */
const FAST_3G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

const widget = readFileSync(join(dirname(fileURLToPath(import.meta.url)), '../dist/widget.js'));
const agent = {
  ID: 'agt_test',
  ownerID: 'owner',
  title: 'Bench',
  theme: 'light',
  customThemeJSONString: '',
  lang: 'en',
  render: 'bottom-right',
  proactiveMessage: 'none',
  autoStartWidget: false,
  enableGeoAnalytics: false,
};
const tag = (src, more = '') => `<script async src="${src}" data-id="agt_test" ${more}></script>`;
const PAGES = {
  empty: '',
  floor: tag('/vanilla.js'),
  ours: tag('/widget.js', 'data-color="219 58% 43%"'),
  'ours, no colour in the snippet': tag('/widget.js'),
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://bench');
  const send = (type, body) => {
    const packed = gzipSync(body);
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(packed);
  };
  if (pathname === '/vanilla.js') return send('text/javascript', vanilla);
  if (pathname === '/widget.js') return send('text/javascript', widget);
  if (pathname.endsWith('/usage')) return send('application/json', '{"data":{"shouldContinue":true}}');
  if (pathname.endsWith('/analytics')) return send('application/json', '{"monthlyMessages":1}');
  if (pathname.includes('/public/agents/')) return send('application/json', JSON.stringify({ data: agent }));
  if (pathname !== '/') return response.writeHead(204).end();
  const name = searchParams.get('page');
  return send(
    'text/html',
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bench</title><body><h1>Example Parcels</h1><p>Parcels.</p>${PAGES[name]}</body></html>`,
  );
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** Milliseconds from the navigation to the first frame in which the button (for the empty page: anything) is painted. */
async function measure(name) {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', FAST_3G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript((isEmpty) => {
    window.seen = new Promise((resolve) => {
      const look = () => {
        const at = document.elementFromPoint?.(innerWidth - 48, innerHeight - 48);
        const isThere = isEmpty
          ? performance.getEntriesByName('first-contentful-paint').length > 0
          : at && (at.tagName === 'BUTTON' || at.shadowRoot);
        if (isThere) resolve(performance.now());
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
  }, name === 'empty');
  await page.goto(`${origin}/?page=${encodeURIComponent(name)}`, { waitUntil: 'commit' });
  const ms = await page.evaluate(() => window.seen);
  await context.close();
  return ms;
}

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const times = Object.fromEntries(Object.keys(PAGES).map((name) => [name, []]));
await measure('empty');
// One after another within a round, so that a busy machine is busy for all of them.
for (let round = 0; round < RUNS; round++) for (const name of Object.keys(PAGES)) times[name].push(await measure(name));
await browser.close();
server.close();

const floor = median(times.floor);
for (const [name, list] of Object.entries(times))
  console.log(`${median(list).toFixed(0).padStart(6)} ms  ${(median(list) / floor).toFixed(2)} x floor  ${name}`);
const ratio = median(times.ours) / floor;
console.log(`P3 launcher visible: ${ratio.toFixed(2)} x the vanilla floor (target ${TARGET_RATIO}), median of ${RUNS}`);
