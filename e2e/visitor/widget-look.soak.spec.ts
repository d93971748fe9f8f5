import type { Frame, Page } from '@playwright/test';
import axe from 'axe-core';
import { expect, test } from '../world/fake-api/fixtures.ts';

async function seriousOf(where: Page | Frame): Promise<string[]> {
  await where.evaluate(axe.source);
  return where.evaluate(async () => {
    const { violations } = await (
      window as never as {
        axe: { run(): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  });
}

// Each pair of two is seen in every run, all three together in `npm test -- soak`.
for (const theme of ['light', 'dark'] as const)
  for (const width of [360, 1280])
    for (const [lang, primary] of [
      ['en', '52 95% 78%'],
      ['ar', '219 58% 43%'],
    ].filter(([code]) => process.env.SOAK || (code === 'ar') === ((theme === 'dark') === (width === 360))))
      test(`axe finds nothing serious: ${theme}, ${width} px, ${lang}`, async ({
        page,
        api,
        visit,
        launcher,
        chat,
      }) => {
        Object.assign(api.agent, { theme, lang, customThemeJSONString: JSON.stringify({ primary }) });
        await page.setViewportSize({ width, height: 720 });
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await visit();
        await expect(page.locator('.m')).toBeVisible();
        expect(await seriousOf(page)).toEqual([]);
        await launcher.click();
        // What is empty runs as the language does.
        const direction = lang === 'ar' ? 'rtl' : 'ltr';
        await expect(chat.locator('.chat-box textarea')).toHaveCSS('direction', direction);
        await chat.locator('.chat-box textarea').fill('How do I return a parcel?');
        await chat.locator('.chat-box textarea').press('Enter');
        await expect(chat.locator('.chat-sources')).toBeVisible();
        await chat.locator('.chat-box textarea').fill('Something unknown');
        await chat.locator('.chat-box textarea').press('Enter');
        await chat.locator('.chat-card .chat-button').click();
        const frame = page.frames().find((one) => one.url().includes('/widget/frame/'))!;
        expect(await seriousOf(frame)).toEqual([]);
        const overflow = await frame.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      });

/** Contrast of WCAG 2 of each element's words on its own opaque ground, as the browser paints them. */
function contrasts(elements: Element[]): number[] {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const luminance = (colour: string) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! + 0.05;
  };
  return elements.map((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    const [words, ground] = [luminance(color), luminance(backgroundColor)];
    return Math.max(words, ground) / Math.min(words, ground);
  });
}

for (const theme of ['light', 'dark'] as const)
  test(`the numbers of sources can be read in any brand: ${theme}`, async ({ page, api, visit, launcher, chat }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    for (const primary of ['51 100% 81%', '240 28.57% 5.49%', '0 73.85% 53.53%']) {
      Object.assign(api.agent, { theme, customThemeJSONString: JSON.stringify({ primary }) });
      await visit();
      await page.evaluate(async () => {
        const { AgentChat } = window as never as { AgentChat: { ready(): Promise<boolean>; shutdown(): void } };
        // Earlier it would keep what is cleared here, and the chat would be open already.
        await AgentChat.ready();
        AgentChat.shutdown();
        localStorage.clear();
      });
      await visit();
      await launcher.click();
      await chat.getByRole('textbox').fill('How do I return a parcel?');
      await chat.getByRole('textbox').press('Enter');
      const numbers = chat.locator('.chat-cite, .chat-source .chat-cite-number');
      await expect(numbers.first()).toBeVisible();
      // axe does not judge what is a single character.
      const lowest = async () => Math.min(...(await numbers.evaluateAll(contrasts)));
      await expect.poll(lowest, primary).toBeGreaterThanOrEqual(4.5);
    }
  });

test('planted fault: axe does find a control without a name', async ({ page, visit, launcher, chat }) => {
  await visit();
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeVisible();
  const frame = page.frames().find((one) => one.url().includes('/widget/frame/'))!;
  await frame.evaluate(() => document.querySelector('.chat-send')!.removeAttribute('aria-label'));
  expect((await seriousOf(frame)).join()).toContain('button-name');
});

test('everything by keyboard: open, ask, menu, rate, close', async ({ page, visit, launcher, chat, api }) => {
  await visit();
  await expect(launcher).toBeVisible();
  await launcher.focus();
  await page.keyboard.press('Enter');
  const field = chat.getByRole('textbox', { name: 'Write a message…' });
  await expect(field).toBeFocused();
  await page.keyboard.type('How do I return a parcel?');
  await page.keyboard.press('Enter');
  await expect(chat.locator('.chat-sources')).toBeVisible();
  const menu = chat.getByRole('button', { name: 'Menu' });
  for (let at = 0; at < 20 && !(await menu.evaluate((one) => one === document.activeElement)); at++)
    await page.keyboard.press('Shift+Tab');
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('menuitem', { name: 'New conversation' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(chat.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(chat.getByText('Thank you for your rating.')).toBeVisible();
  await expect.poll(() => [...api.conversations.values()][0]!.rating).toBe(2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog')).toBeHidden();
  await expect(launcher).toBeFocused();
});

for (const css of [
  '#notice, * { display: none !important }',
  '#notice { opacity: 0 !important; height: 0 !important; position: fixed !important; top: -999px !important }',
  '.agent-chat { position: fixed !important; inset: 0 !important; z-index: 2147483647 !important; background: red }',
  'body { height: 300vh !important }',
])
  test(`custom CSS cannot hide the notice: ${css.slice(0, 40)}`, async ({ page, api, visit, launcher, chat }) => {
    api.agent.ADVANCED_customCSS = css;
    await visit();
    await launcher.click();
    await expect(chat.getByRole('textbox')).toBeVisible();
    const frame = page.frames().find((one) => one.url().includes('/widget/frame/'))!;
    await expect
      .poll(() =>
        frame.evaluate(() => {
          const place = document.getElementById('notice')!;
          const { left, top, width, height } = place.getBoundingClientRect();
          return height > 10 && document.elementFromPoint(left + width / 2, top + height / 3) === place;
        }),
      )
      .toBe(true);
    await expect(chat.getByText('You are talking to an AI')).toBeVisible();
  });

test('custom CSS that hides nothing is applied', async ({ api, visit, launcher, chat }) => {
  api.agent.ADVANCED_customCSS = '.chat-header { background: rgb(1, 2, 3) }';
  await visit();
  await launcher.click();
  await expect(chat.locator('.chat-header')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
});

test('under 480 px the chat fills the screen', async ({ page, visit, launcher, chat }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await visit();
  await launcher.click();
  await expect(chat.getByRole('textbox')).toBeVisible();
  expect(await page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
});

test('the full page is the same chat and remembers by itself', async ({ page, api }) => {
  await page.goto(`${api.origin}/na/prototype/agt_test`);
  await page.getByRole('textbox').fill('How do I return a parcel?');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('log').getByText('30 days')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('log').getByText('30 days')).toBeVisible();
  expect(Object.keys(await page.evaluate(() => ({ ...localStorage })))).toEqual(['runtime_local_agt_test']);
});

// Planted: the reason in place of its id -> a TypeError in the visitor's chat.
test('the preview repaints without a reload, and a crash leaves a way back', async ({ page, api }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.goto(`${api.origin}/own`);
  await page.evaluate((agent) => {
    const frame = document.createElement('iframe');
    frame.title = 'Preview';
    frame.src = '/widget/frame/na/agt_test?preview=1';
    addEventListener('message', ({ data, source }) => {
      if (data.type === 'hello') (source as Window).postMessage({ type: 'preview', agent }, location.origin);
    });
    document.body.append(frame);
  }, api.agent);
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText('Hi, how can I help you today?')).toBeVisible();
  const show = (change: object) =>
    page.evaluate(
      (agent) => {
        document.querySelector('iframe')!.contentWindow!.postMessage({ type: 'preview', agent }, location.origin);
      },
      { ...api.agent, ...change },
    );
  await show({ greeting: 'Painted anew', theme: 'dark' });
  await expect(preview.getByText('Painted anew')).toBeVisible();
  await expect(preview.locator('html')).toHaveAttribute('data-theme', 'dark');
  await show({ suggestedQuestions: null });
  await expect(preview.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(preview.getByText(/please mention [0-9a-f]{8}\./)).toBeVisible();
  // Nothing of the fault itself, which stands in the console under the same id.
  await expect(preview.getByRole('alert')).toHaveText(
    /^Something went wrong[^:]*please mention [0-9a-f]{8}\.Try again$/,
  );
  await expect.poll(() => logged.some((line) => /^chat [0-9a-f]{8} .*TypeError/s.test(line))).toBe(true);
  await show({});
  await preview.getByRole('button', { name: 'Try again' }).click();
  await expect(preview.getByText('Hi, how can I help you today?')).toBeVisible();
});

test('a session given by a page of our own origin is gone on with', async ({ page, api }) => {
  await page.goto(`${api.origin}/na/prototype/agt_test`);
  await page.getByRole('textbox').fill('How do I return a parcel?');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('log').getByText('30 days')).toBeVisible();
  const conversation = [...api.conversations.values()][0]!;
  await page.goto(`${api.origin}/own`);
  await page.evaluate(
    (session) => {
      const frame = document.createElement('iframe');
      frame.title = 'Test chat';
      frame.src = '/widget/frame/na/agt_test?session=1';
      addEventListener('message', ({ data, source }) => {
        if (data.type === 'hello') (source as Window).postMessage({ type: 'session', ...session }, location.origin);
      });
      document.body.append(frame);
    },
    { conversationId: conversation.id, visitorToken: conversation.token },
  );
  await expect(page.frameLocator('iframe[title="Test chat"]').getByRole('log').getByText('30 days')).toBeVisible();
});
