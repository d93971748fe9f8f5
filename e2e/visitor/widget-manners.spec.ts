import type { Page } from '@playwright/test';
import { expect, test } from '../world/fake-api/fixtures.ts';

/** The widget on pages that do not mean well. Each names what must stay true there. */

const ISOLATION = `<style>
  * { display: none !important; visibility: hidden !important; opacity: 0 !important; position: static !important; pointer-events: none !important }
  html, head, body, main, h1, p { display: block !important; visibility: visible !important; opacity: 1 !important }
  div, button, dialog, iframe, span, svg { width: 3px !important; height: 3px !important; transform: scale(.1) !important; background: lime !important; font-size: 70px !important; z-index: -1 !important }
</style>`;

const launcherBox = (page: Page) => page.getByRole('button', { name: /^Chat/ }).boundingBox();

const CONFIG_REQUESTS = [
  'GET /widget.js',
  'GET /api/na/public/agents/agt_test',
  'GET /api/na/v2/public/agents/agt_test/usage',
  'POST /api/na/agents/agt_test/analytics',
];

test('nothing is requested before intent but the configuration', async ({ api, page, visit, launcher, chat }) => {
  await visit();
  await expect(launcher).toBeVisible();
  await expect(page.getByRole('button', { name: 'Hi, how can I help you today?' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect([...api.requests].sort()).toEqual([...CONFIG_REQUESTS].sort());
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeVisible();
  expect(api.requests).toContain('GET /widget/frame/na/agt_test');
  // Whoever calls the agent is asked for the microphone by the chat, on a page of another origin.
  const [, frame] = page.frames();
  const mayAsk = () =>
    (document as unknown as { featurePolicy: { allowsFeature(name: string): boolean } }).featurePolicy;
  expect(await frame?.evaluate(`(${mayAsk})().allowsFeature('microphone')`)).toBe(true);
});

test('a pointer on the launcher loads the chat out of sight, and the press asks for nothing more', async ({
  api,
  page,
  visit,
  launcher,
  chat,
}) => {
  await visit();
  await page.waitForLoadState('networkidle');
  const before = api.requests.length;
  await launcher.hover();
  await expect.poll(() => api.requests.slice(before)).toContain('GET /api/na/public/users/owner/check-credits');
  await expect(page.locator('dialog')).toBeHidden();
  await expect(launcher).toHaveAttribute('aria-expanded', 'false');
  await expect(launcher).toHaveAccessibleName(/^Chat \(\d\)$/);
  const loaded = api.requests.slice(before);
  expect(loaded).toEqual(['GET /widget/frame/na/agt_test', 'GET /api/na/public/users/owner/check-credits']);
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeFocused();
  expect(api.requests.slice(before)).toEqual(loaded);
});

test('the keyboard on the launcher loads the chat, too', async ({ api, page, visit, launcher }) => {
  await visit();
  await expect(launcher).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect
    .poll(async () => {
      await page.keyboard.press('Tab');
      return launcher.evaluate((button) => button.matches(':focus'));
    })
    .toBe(true);
  await expect.poll(() => api.requests).toContain('GET /widget/frame/na/agt_test');
});

test('a chat in another language is one page with its texts within', async ({ api, visit, launcher, chat }) => {
  api.agent.lang = 'de';
  await visit();
  await launcher.click();
  await expect(chat.getByPlaceholder('Nachricht schreiben …')).toBeVisible();
  expect(api.requests.filter((request) => request.includes('/widget/assets/'))).toEqual([]);
});

test('layout does not shift, and there is one new global', async ({ page, visit, launcher }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number; before: string[] };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
    seen.before = [];
    seen.before = Object.getOwnPropertyNames(window);
  });
  await visit();
  await expect(page.locator('.m')).toBeVisible();
  await launcher.click();
  await expect(page.frameLocator('iframe').getByRole('textbox')).toBeVisible();
  const { shift, added } = await page.evaluate(() => {
    const seen = window as unknown as { shift: number; before: string[] };
    const added = Object.getOwnPropertyNames(window).filter(
      (name) => !seen.before.includes(name) && !/^\d+$/.test(name),
    );
    return { shift: seen.shift, added };
  });
  expect(shift).toBe(0);
  expect(added).toEqual(['AgentChat']);
});

test('inline in a place of its own height nothing shifts', async ({ page, api, visit, chat }) => {
  api.agent.render = 'full-width';
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visit({ body: '<div id="agent-chat" style="height:500px"></div><p>After</p>' });
  await expect(chat.getByRole('textbox')).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBe(0);
  await expect(page.locator('body')).toBeFocused();
});

test('the rules of the page do not reach the launcher or the panel', async ({ page, visit, launcher, chat }) => {
  await visit({ head: ISOLATION });
  await expect(launcher).toBeVisible();
  const box = await launcherBox(page);
  expect(box).toMatchObject({ width: 56, height: 56 });
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeVisible();
  const frame = await page.locator('iframe[title="Chat"]').boundingBox();
  expect(frame!.width).toBe(400);
  expect(frame!.height).toBeGreaterThan(500);
});

test('planted fault: without the rules of its own host the same page does break it', async ({
  page,
  visit,
  launcher,
}) => {
  await visit({ head: ISOLATION });
  await expect(launcher).toBeVisible();
  await page.evaluate(() => {
    for (const { shadowRoot } of document.documentElement.children)
      for (const sheet of shadowRoot?.adoptedStyleSheets ?? []) sheet.deleteRule(0);
  });
  await expect(launcher).toBeHidden();
});

test('a page whose body is not shown still has its launcher', async ({ page, visit, launcher }) => {
  await visit({ head: '<style>body { display: none !important }</style>' });
  await expect(launcher).toBeVisible();
  expect(await launcherBox(page)).toMatchObject({ width: 56, height: 56 });
});

test('a strict content security policy and trusted types of the page are enough', async ({
  page,
  api,
  visit,
  launcher,
  chat,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  await visit({
    headers: {
      'content-security-policy': `default-src 'self'; script-src ${api.origin}; frame-src ${api.origin}; connect-src ${api.origin}; require-trusted-types-for 'script'`,
    },
  });
  await expect(page.locator('.m')).toBeVisible();
  expect(await launcherBox(page)).toMatchObject({ width: 56, height: 56 });
  await launcher.click();
  await chat.getByRole('textbox').fill('Where is my parcel?');
  await chat.getByRole('textbox').press('Enter');
  await expect(chat.getByRole('log').getByText('30 days')).toBeVisible();
  expect(violations).toEqual([]);
});

test('polluted prototypes and replaced globals do not stop it', async ({ page, visit, launcher, chat }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await visit({
    head: `<script>
      Object.prototype.polluted = 'x'; Object.prototype.ID = undefined; Array.prototype.extra = () => 1;
      Array.prototype.toJSON = () => 'no'; String.prototype.toJSON = function () { return '"' + this + '"' };
      window.$ = window.config = window.agent = window.draw = 7;
    </script>`,
  });
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeVisible();
  expect(errors).toEqual([]);
});

test('an agent that is not there draws nothing and says nothing to the page', async ({ page, api, visit }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await visit({ attributes: 'data-color="160 60% 40%"' });
  await expect(page.getByRole('button', { name: /^Chat/ })).toBeVisible();
  api.agent.ID = 'agt_other' as typeof api.agent.ID;
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => (window as never as { AgentChat: { ready(): unknown } }).AgentChat.ready()))
    .toBe(false);
  await expect(page.getByRole('button')).toHaveCount(0);
  // Not even for a moment the next time.
  await page.addInitScript(() => {
    const seen = window as unknown as { drawn: number };
    seen.drawn = 0;
    new MutationObserver((list) => {
      for (const { addedNodes } of list)
        for (const node of addedNodes) if ((node as Element).shadowRoot) seen.drawn += 1;
    }).observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => (window as never as { AgentChat: { ready(): unknown } }).AgentChat.ready()))
    .toBe(false);
  expect(await page.evaluate(() => (window as unknown as { drawn: number }).drawn)).toBe(0);
  expect(errors).toEqual([]);
});

test('an agent whose usage is at its end does not continue', async ({ page, api, visit }) => {
  api.faults.shouldContinue = false;
  await visit();
  await expect
    .poll(() => page.evaluate(() => (window as never as { AgentChat: { ready(): unknown } }).AgentChat.ready()))
    .toBe(false);
  await expect(page.getByRole('button')).toHaveCount(0);
});

test('a server that is down leaves the page alone', async ({ page, api, visit }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  api.faults.isDown = true;
  await visit();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('heading', { name: 'Example Parcels' })).toBeVisible();
  expect(errors).toEqual([]);
});

test('the badge is 1, then 2 with the message; closed it stays away for a day', async ({ page, visit, launcher }) => {
  await page.clock.install({ time: new Date('2026-03-01T10:00:00Z') });
  await visit();
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  await page.clock.runFor(1_100);
  await expect(launcher).toHaveAccessibleName('Chat (2)');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.m')).toHaveCount(0);
  const flag = await page.evaluate(() => JSON.parse(localStorage.never_show_proactive));
  expect(flag).toEqual({ value: true, ts: expect.any(Number) });
  await page.reload();
  await expect(launcher).toHaveAccessibleName('Chat (1)');
  await page.clock.runFor(5_000);
  await expect(page.locator('.m')).toHaveCount(0);
  await page.clock.fastForward('25:00:00');
  await page.reload();
  await expect(launcher).toBeVisible();
  await page.clock.runFor(1_100);
  await expect(page.locator('.m')).toBeVisible();
});

test('the global is its API: safe before the agent is there, heard by listeners, gone after shutdown', async ({
  page,
  api,
  site,
  chat,
}) => {
  const { pageWith } = await import('../world/fake-api/host-page.ts');
  site.page = {
    html: pageWith(api.origin, {
      head: `<script>window.AgentChat = { ID: 'agt_test', variables: { plan: 'pro' }, queue: [['compose', 'Drafted early']] }; window.heard = [];</script>`,
    }),
  };
  await page.goto(site.origin);
  await expect(chat.getByRole('textbox')).toHaveValue('Drafted early');
  await page.evaluate(() => {
    const { AgentChat, heard } = window as never as {
      AgentChat: Record<string, (...args: unknown[]) => void>;
      heard: unknown[];
    };
    AgentChat.on!('message', () => {
      throw new Error('a listener of the page');
    });
    AgentChat.on!('message', (message: unknown) => heard.push((message as { role: string }).role));
    AgentChat.on!('close', () => heard.push('close'));
    AgentChat.send!('How do I return a parcel?');
  });
  await expect
    .poll(() => page.evaluate(() => (window as never as { heard: string[] }).heard))
    .toEqual(['visitor', 'agent']);
  await page.evaluate(() => (window as never as { AgentChat: { toggle(): void } }).AgentChat.toggle());
  await expect(page.locator('dialog')).toBeHidden();
  await page.evaluate(() => (window as never as { AgentChat: { shutdown(): void } }).AgentChat.shutdown());
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await page.evaluate(() => 'AgentChat' in window)).toBe(false);
});

test('in modal mode a press outside closes, and the focus stays inside', async ({
  page,
  visit,
  launcher,
  chat,
  api,
}) => {
  api.agent.render = 'popup';
  await visit({ attributes: 'data-modal-mode', body: '<a href="#x">A link of the page</a>' });
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeFocused();
  for (let at = 0; at < 12; at++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('A');
  }
  await page.mouse.click(5, 5);
  await expect(page.locator('dialog')).toBeHidden();
  await expect(launcher).toBeFocused();
});

test('what a page says wrongly is left out, and the chat comes', async ({ page, visit, launcher, chat }) => {
  await visit({ attributes: `data-variables="{plan: 'pro'}"` });
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeFocused();
  await page.evaluate(() => (window as never as { AgentChat: { send(): void } }).AgentChat.send());
  await expect(chat.getByText('undefined')).toHaveCount(0);
});
