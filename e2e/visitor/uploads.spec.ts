import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// R14 in a browser: what strangers upload is opened by its address, as a page, a frame, a script and a picture, and neither runs nor
// asks for anything. Which files are taken at all, and what is left in them, server/test/journeys/upload-attacks.ts knows.

let server: RunningServer;
let attacker: Awaited<ReturnType<typeof startAttacker>>;
let owner: Owner;
let agentId: string;

/** Whoever is asked here has been led away. */
async function startAttacker() {
  const hits: string[] = [];
  const host = createServer((request, response) => {
    hits.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('1');
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const { port } = host.address() as { port: number };
  return { hits, origin: `http://127.0.0.1:${port}`, close: () => void host.close() };
}

test.beforeAll(async ({ browser, shared }) => {
  attacker = await startAttacker();
  server = shared;
  const context = await browser.newContext();
  owner = await signUpOwner(context.request, server.origin, addressFor('uploads'));
  agentId = await createAgent(owner, 'Help desk', 'The shop is open from nine to five.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
});
test.afterAll(async () => {
  attacker?.close();
});

type Attack = { name: string; type: string; bytes: Buffer };

/** Each is a file of one kind that says to a browser that it is another. */
async function makeAttacks(away: string): Promise<Attack[]> {
  const run = `fetch('${away}/ran'); document.title = 'ran'; alert('ran');`;
  const page = `<!doctype html><title>page</title><script>${run}</script><img src="${away}/img" onerror="${run}"><iframe src="${away}/frame"></iframe>`;
  const vector = `<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"><script>${run}</script><image href="${away}/svg"/></svg>`;
  const program = `/*GIF89a*/ ${run}`;
  const draw = (format: 'png' | 'jpeg' | 'gif' | 'webp') =>
    sharp({ create: { width: 24, height: 24, channels: 3, background: 'teal' } })
      .toFormat(format)
      .toBuffer();
  const smuggled = { page, vector, program };
  const attacks: Attack[] = [];
  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const)
    for (const [what, text] of Object.entries(smuggled))
      for (const [ending, type] of [
        ['html', 'text/html'],
        ['svg', 'image/svg+xml'],
        [format, `image/${format}`],
      ] as const)
        attacks.push({
          name: `${what}.${ending}`,
          type,
          bytes: Buffer.concat([await draw(format), Buffer.from(text)]),
        });
  for (const text of Object.values(smuggled))
    for (const name of ['a.png', 'a.html', 'a.svg', 'a.js', 'a.txt', 'a.csv', 'a.html.txt', 'a"; filename="b.html.txt'])
      attacks.push({ name, type: 'text/html', bytes: Buffer.from(text) });
  attacks.push({ name: 'a.pdf', type: 'text/html', bytes: Buffer.from(`%PDF-1.7\n${page}\n%%EOF`) });
  return attacks;
}

/** Sends each the two ways that there are; the addresses of those that were taken. */
async function upload(page: Page, attacks: Attack[]): Promise<string[]> {
  const { conversationId, visitorToken } = await owner.call('post', `/v2/agents/${agentId}/test-conversations`, {});
  const urls: string[] = [];
  const ways: { path: string; headers: Record<string, string> }[] = [
    { path: `/public/conversations/${conversationId}/files`, headers: { authorization: `Bearer ${visitorToken}` } },
    { path: `/v2/workspaces/${owner.uid}/files`, headers: { origin: server.origin } },
  ];
  for (const { path, headers } of ways)
    for (const { name, type, bytes } of attacks) {
      const file = { name, mimeType: type, buffer: bytes };
      const answer = await page.request.post(`${server.origin}/api/na${path}`, { headers, multipart: { file } });
      if (answer.ok()) urls.push(server.origin + (await answer.json()).url);
      else expect([400, 413, 415, 422], `${name}: ${await answer.text()}`).toContain(answer.status());
    }
  return urls;
}

/** What a page that opens these does beyond reading them. */
async function open(page: Page, urls: string[]): Promise<string[]> {
  const seen: string[] = [];
  // A dialog that opens while the page goes on is never closed: it is told of instead.
  await page.addInitScript(() => {
    window.alert = (text) => console.info(`dialog: ${text}`);
  });
  page.on('console', (message) => {
    if (message.text().startsWith('dialog: ')) seen.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().startsWith(attacker.origin)) seen.push(`request: ${request.url()}`);
  });
  for (const url of urls) {
    // Some are shown, the others are downloads, which end a navigation before it begins.
    await page.goto(url).catch((error: Error) => expect(error.message).toMatch(/Download is starting|ERR_ABORTED/));
    if ((await page.title()) === 'ran') seen.push(`ran: ${url}`);
    // A frame, a script and a picture on a page of the same origin, where a script would have the session.
    await page.goto(`${server.origin}/robots.txt`);
    await page.evaluate(
      (src) =>
        Promise.all(
          ['iframe', 'script', 'img', 'object'].map((tag) => {
            const element = Object.assign(document.createElement(tag), tag === 'object' ? { data: src } : { src });
            const over = new Promise((resolve) => {
              element.addEventListener('load', resolve);
              element.addEventListener('error', resolve);
              // A frame whose content is downloaded tells nothing.
              setTimeout(resolve, 150);
            });
            document.documentElement.append(element);
            return over;
          }),
        ),
      url,
    );
    if ((await page.title()) === 'ran') seen.push(`ran beside it: ${url}`);
  }
  return seen;
}

test('what strangers upload neither runs nor asks for anything, however it is opened', async ({ browser }) => {
  const context = await browser.newContext({ acceptDownloads: true });
  const page = await context.newPage();
  await page.request.post(`${server.origin}/api/na/auth/sign-in/email`, {
    headers: { origin: server.origin },
    data: { email: addressFor('uploads'), password: 'correct-horse-battery' },
  });
  const attacks = await makeAttacks(attacker.origin);
  const urls = await upload(page, attacks);
  expect(urls.length).toBeGreaterThan(attacks.length / 2);
  for (const url of urls) {
    const { headers } = await fetch(url, { method: 'GET' }).then((answer) => ({ headers: answer.headers }));
    expect(headers.get('content-type'), url).not.toMatch(/html|svg|xml|script/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('set-cookie')).toBeNull();
  }
  expect(await open(page, urls)).toEqual([]);
  expect(attacker.hits).toEqual([]);
  await context.close();
});

// The judge itself: the same files from a host that believes their names and guards nothing.
test('planted: files served by their names alone do run, and it is seen', async ({ page }) => {
  const attacks = (await makeAttacks(attacker.origin)).filter(({ type }) => type !== 'image/png').slice(0, 4);
  await page.route('**/planted/*', (route) => {
    const { bytes, type } = attacks[Number(route.request().url().split('/').at(-1))]!;
    return route.fulfill({ body: bytes, contentType: type });
  });
  const seen = await open(
    page,
    attacks.map((_, at) => `${server.origin}/planted/${at}`),
  );
  for (const kind of ['ran:', 'dialog:', 'request:'])
    expect(
      seen.some((what) => what.startsWith(kind)),
      kind,
    ).toBe(true);
});
