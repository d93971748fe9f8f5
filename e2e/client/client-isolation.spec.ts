import { type BrowserContext, expect, type Page } from '@playwright/test';
import { type AgencyWorld, makeAgencyWorld, signInClient } from '../world/agency-world.ts';
import { lookIn } from '../world/dashboard-visits.ts';
import { askHost } from '../world/host-crawl.ts';
import { test } from '../world/journey.ts';
import { createAgent } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// Whatever strangers, visitors and the agency itself write is text in a client's browser: nothing of it runs, nothing of it asks
// another host for anything, and what the dashboard says of itself stays in sight.

let server: RunningServer;
let world: AgencyWorld;
let agentId: string;

const host = 'https://attacker.test';
/** As long as a name may be. */
const brief = (at: string) => `"><img src=${host}/${at} onerror=document.title='ran'>`;
const evil = (at: string) =>
  `${brief(at)}<svg onload="document.title='ran'"></svg><script>document.title='ran'</script>
![picture](${host}/${at}-md) [link](javascript:document.title='ran')
<style>@import url(${host}/${at}-css); * { display: none !important }</style><iframe src="${host}/${at}-frame"></iframe>
<base href="${host}/"><meta http-equiv="refresh" content="0;url=${host}/${at}-refresh">`;

test.beforeAll(async ({ browser, shared }) => {
  server = shared;
  const brand = { name: brief('agency'), brandingText: evil('branding'), address: brief('address') };
  world = await makeAgencyWorld(browser, server.origin, { sub: 'isolation', brand, titles: [] });
  const { uid, call } = world.owner;
  agentId = await createAgent(world.owner, brief('agent'), evil('document'));
  await call('post', `/v2/workspaces/${uid}/orgs/${world.orgId}/agents/${agentId}`, {});
  const agent = `/v2/agents/${agentId}`;
  const { settings, draftRevision } = await call('get', agent);
  await call('post', agent, { settings: { ...settings, greeting: evil('greeting') }, draftRevision });
  await call('post', `${agent}/publish`, {});
  await call('post', `${agent}/leads`, { name: brief('lead'), company: brief('company'), note: evil('lead-note') });
  await world.changeOrg({
    name: brief('org'),
    settings: { enableCannedResponses: true },
    predefinedTags: ['<svg onload=x>'],
  });
});
test.afterAll(async () => {
  await world?.context.close();
});

/** Everything that a page did which no text may do. */
async function watch(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.route(`${host}/**`, (route) => {
    seen.push(route.request().url());
    return route.fulfill({ body: '<title>ran</title>', contentType: 'text/html' });
  });
  context.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return seen;
}

/** A visitor says it, sends it as the name of a file, leaves it as a name, and asks for a person. */
async function attack(): Promise<void> {
  const { request } = world.context;
  const api = `${server.origin}/api/na/public`;
  const started = await request.post(`${api}/agents/${agentId}/conversations`, { data: {} });
  const { conversationId, visitorToken } = await started.json();
  const headers = { authorization: `Bearer ${visitorToken}` };
  const own = `${api}/conversations/${conversationId}`;
  const file = { name: `${brief('file').replaceAll('/', '')}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') };
  const added = await (await request.post(`${own}/files`, { headers, multipart: { file } })).json();
  const data = { id: crypto.randomUUID(), text: evil('message'), fileIds: [added.id] };
  expect((await request.post(`${own}/messages`, { headers, data })).ok()).toBe(true);
  const contact = { email: 'eve@example.com', name: brief('contact'), message: evil('contact-message') };
  await request.post(`${own}/contact`, { headers, data: contact });
  const asked = async () => (await (await request.post(`${own}/handoff`, { headers, data: {} })).json()).state;
  await expect.poll(asked).toBe('waiting');
}

const open = async (page: Page, at: string) => {
  await page.goto(`${world.clientUrl}/app/na/agents/${agentId}/${at}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0);
};

test('words of strangers are words on every page', async ({ page, context }) => {
  const seen = await watch(context);
  const canAccess = [
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
  ];
  const { ID, email } = await world.addClient({
    email: 'cleo@example.com',
    name: brief('client'),
    isOrgAdmin: true,
    canAccess,
  });
  await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/clients/${ID}/agents/${agentId}`, {});
  await page.goto(world.clientUrl);
  await expect(page.getByText('onload=').first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await signInClient(page, world.clientUrl, email);
  await attack();

  await open(page, 'convos?view=inbox');
  await page.getByRole('list', { name: 'Conversations for people' }).getByRole('button').first().click();
  await expect(page.getByRole('log')).toContainText('onload=');
  await expect(page.getByRole('log').getByRole('link')).toContainText('onerror=');
  await page.getByRole('button', { name: 'Take over' }).click();
  const reply = page.getByRole('textbox', { name: 'Your reply' });
  await reply.fill(evil('reply'));
  await reply.press('Enter');
  await expect(reply).toHaveValue('');
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByLabel('New note').fill(evil('note'));
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Note added.')).toBeVisible();
  await page.getByRole('tab', { name: 'Summary' }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();

  for (const at of [
    'home',
    'convos',
    'convos?view=all',
    'leads',
    'analytics',
    'metrics',
    'kb',
    'channels',
    'nodes',
    'prompt',
    'settings',
    'settings?panel=about',
  ]) {
    // Loaded at the first one.
    if (at === 'home') await open(page, at);
    else await lookIn(page, `${world.clientUrl}/app/na/agents/${agentId}/${at}`);
    // What the dashboard says of itself cannot be covered or pushed away.
    await expect(page.getByRole('navigation', { name: 'Pages' }).getByRole('link').first()).toBeInViewport();
    await expect(page.getByRole('button', { name: /^Profile/ })).toBeInViewport();
    expect(await page.title(), at).not.toBe('ran');
  }
  await open(page, 'convos?view=all');
  await page
    .getByRole('main')
    .getByRole('link', { name: /onerror=/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Conversation' })).toContainText('onload=');
  await open(page, 'kb');
  await page
    .getByRole('row', { name: /onerror=/ })
    .getByRole('link')
    .click();
  await expect(page.getByRole('dialog').getByText('onload=').first()).toBeVisible();
  await open(page, 'leads');
  await page
    .getByRole('row', { name: /onerror=/ })
    .first()
    .getByRole('button')
    .first()
    .click();
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toHaveValue(/onerror=/);
  expect(seen).toEqual([]);

  // No link of theirs leads into the page itself.
  for (const link of await page.locator('a[href]').all())
    expect(await link.getAttribute('href')).not.toMatch(/^javascript:/i);
  const { url } = await world.owner.call('post', `/v2/workspaces/${world.owner.uid}/clients/${ID}/open`, {});
  await page.goto(url);
  await expect(page.getByRole('region', { name: 'Viewing as a client' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Exit' })).toBeInViewport();
  expect(seen).toEqual([]);
});

/** As if some text had become an element after all. */
const plant = (page: Page) =>
  page.evaluate(async (attacker) => {
    const add = (tag: string, fields: object) =>
      document.body.append(Object.assign(document.createElement(tag), fields));
    add('iframe', { src: `${attacker}/frame` });
    add('script', { src: `${attacker}/script` });
    add('script', { textContent: "document.title = 'ran'" });
    add('object', { data: `${attacker}/object` });
    add('link', { rel: 'stylesheet', href: `${attacker}/sheet` });
    document.head.append(Object.assign(document.createElement('base'), { href: `${attacker}/base/` }));
    await fetch(`${attacker}/fetch`).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 500));
    return [document.title, document.baseURI];
  }, host);

test('an element that slipped in reaches no other host; planted: it does without `frame-src`', async ({
  page,
  context,
}) => {
  const seen = await watch(context);
  await page.goto(world.clientUrl);
  const [title, base] = await plant(page);
  expect(seen).toEqual([]);
  expect(title).not.toBe('ran');
  expect(base).toContain(world.clientUrl);

  const { hostname, port } = new URL(world.clientUrl);
  const { headers, body } = await askHost(hostname, port, '/');
  const policy: string = JSON.parse(headers)['content-security-policy'];
  const weaker = policy.replace("default-src 'self'; ", '').replace(/frame-src [^;]*; /, '');
  expect(weaker).not.toBe(policy);
  await page.route(`${world.clientUrl}/`, (route) =>
    route.fulfill({ body, contentType: 'text/html', headers: { 'content-security-policy': weaker } }),
  );
  await page.goto(world.clientUrl);
  await plant(page);
  expect(seen).toEqual([`${host}/frame`]);
});

/** Whatever places its elements wants to be above all, where the dashboard says whose it is. */
const cover = `
html, body { position: fixed; inset: -200px; z-index: 2147483647; background: #0f0; overflow: visible; }
nav { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: #0f0; }
header, main { position: absolute !important; inset-block-start: -300px !important; block-size: 900px !important; z-index: 2147483647 !important; }
* { transform: translateY(-100px) !important; }
`;

// Planted: no `contain` around what the sheet may dress -> the page lies over the banner.
test('the style sheet of an agency lies over nothing that the dashboard says of itself', async ({ browser, page }) => {
  const own = await makeAgencyWorld(browser, server.origin, { sub: 'covered', brand: { customCSS: cover } });
  const { ID } = await own.addClient({ email: 'cora@example.com', name: 'Cora', canAccess: ['/home'] });
  const { url } = await own.owner.call('post', `/v2/workspaces/${own.owner.uid}/clients/${ID}/open`, {});
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(width === 1280 ? url : own.clientUrl);
    const banner = page.getByRole('region', { name: 'Viewing as a client' });
    await expect(banner).toBeInViewport({ ratio: 1 });
    // The sheet is there, and does what it can.
    await expect(page.locator('[data-agency-css]')).toHaveCSS('position', 'fixed');
    for (const part of [banner.getByText(/Cora/), banner.getByRole('button', { name: 'Exit' })])
      expect(await part.evaluate(isOnTop), String(width)).toBe(true);
  }
  await page.getByRole('button', { name: 'Exit' }).click();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  await own.context.close();
});

/** Its corners and its middle are what a pointer meets there. */
function isOnTop(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const points = [
    [left + 2, top + 2],
    [right - 2, bottom - 2],
    [(left + right) / 2, (top + bottom) / 2],
  ] as const;
  return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
}
