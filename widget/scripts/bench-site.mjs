// A page with our widget on the slow phone profile, for measurements: our build, answers of the API that never change, and a browser.
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';

/** Chrome's "Fast 3G": 150 ms of latency, 1.6 Mbit/s down, 750 kbit/s up. */
const FAST_3G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const TYPES = { html: 'text/html; charset=utf-8', js: 'text/javascript' };
const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist');

const agent = {
  ID: 'agt_test',
  ownerID: 'owner',
  title: 'Bench',
  description: '',
  theme: 'light',
  customThemeJSONString: '',
  fontFamily: '',
  lang: 'de',
  roundedImageURL: '',
  render: 'bottom-right',
  proactiveMessage: 'none',
  autoStartWidget: false,
  recordChatHistory: true,
  enableGeoAnalytics: false,
  messagesLimit: null,
  ADVANCED_customCSS: '',
  acceptsFiles: true,
  offersContact: true,
  announcesPeople: true,
  greeting: 'Hallo, womit kann ich helfen?',
  suggestedQuestions: ['Wie schicke ich ein Paket zurück?', 'Wann ist geöffnet?'],
  showSources: true,
  showsAiNotice: true,
  aiNotice: 'Sie sprechen mit einer KI',
  policyUrl: 'https://example.com/privacy',
};

/** The file of our build that a path names, or null. */
function findBuilt({ pathname, searchParams }) {
  if (pathname === '/widget.js') return join(dist, 'widget.js');
  if (pathname.startsWith('/widget/frame/')) return join(dist, 'frame', `${searchParams.get('lang') ?? 'en'}.html`);
  if (pathname.startsWith('/widget/assets/')) return join(dist, 'frame', pathname.slice('/widget/'.length));
  return null;
}

function answerOf(pathname) {
  if (pathname.endsWith('/usage')) return { data: { shouldContinue: true } };
  if (pathname.endsWith('/analytics')) return { monthlyMessages: 1 };
  if (pathname.endsWith('/check-credits')) return { continue: true };
  return pathname.includes('/public/agents/') ? { data: agent } : null;
}

/** `pages` and `scripts` are texts by path; a page's text is what its body ends with. `requests` lists the paths asked for. */
export async function startSite({ pages, scripts = {} }) {
  const requests = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://bench');
    const { pathname } = url;
    requests.push(pathname);
    const send = (type, body) =>
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body));
    const built = findBuilt(url);
    if (built && existsSync(built)) return send(TYPES[built.split('.').at(-1)], readFileSync(built));
    if (pathname in scripts) return send(TYPES.js, scripts[pathname]);
    const answer = answerOf(pathname);
    if (answer) return send('application/json', JSON.stringify(answer));
    if (!(pathname in pages)) return response.writeHead(204).end();
    return send(
      TYPES.html,
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bench</title><body><h1>Example Parcels</h1><p>Parcels.</p>${pages[pathname]}</body></html>`,
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, requests, stop: () => server.close() };
}

export const startBrowser = () =>
  chromium.launch({
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

/** A new visitor's tab with a processor of a quarter the speed. */
export async function openSlowPhone(browser) {
  const context = await browser.newContext({ viewport: { width: 360, height: 640 }, hasTouch: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', FAST_3G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return { context, page, session };
}

export const tag = (src, more = '') => `<script async src="${src}" data-id="agt_test" ${more}></script>`;

export const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
