import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, type Owner, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// Notifications: what happens is shown, heard and listed without a reload, as the person wants it.

let server: RunningServer;
test.beforeAll(async ({ shared }) => {
  server = shared;
});

/** Every chime begins two tones; the moment of each is kept. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard: number[] = [];
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      heard.push(performance.now());
      start.call(this, when);
    };
  });
const chimes = async (page: Page) => {
  const heard = await page.evaluate(() => (window as unknown as { heard: number[] }).heard);
  return heard.filter((_at, index) => index % 2 === 0);
};

async function makeAgent(page: Page, name: string, notifyIf: string): Promise<{ owner: Owner; agentId: string }> {
  const owner = await signUpOwner(page.request, server.origin, addressFor(name));
  await owner.call('post', `/v2/workspaces/${owner.uid}/notifications/settings`, { notifyThrough: 'none', notifyIf });
  const agentId = await createAgent(owner, 'Harbour Bikes', 'Open from nine to five.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  return { owner, agentId };
}

async function visit(page: Page, agentId: string, contact?: string) {
  const api = `${server.origin}/api/na/public`;
  const chat = await (await page.request.post(`${api}/agents/${agentId}/conversations`, { data: {} })).json();
  if (contact !== undefined)
    await page.request.post(`${api}/conversations/${chat.conversationId}/contact`, {
      headers: { authorization: `Bearer ${chat.visitorToken}` },
      data: { email: contact },
    });
  return chat.conversationId as string;
}

const openApp = async (page: Page, path = 'agents') => {
  const connected = page.waitForResponse((response) => response.url().endsWith('/events'));
  await page.goto(`${server.origin}/app/na/${path}`);
  await connected;
};
const toast = (page: Page, title: string) => page.getByRole('status').filter({ hasText: title });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });

test('a request is shown for five seconds, heard twice two seconds apart, and counts until it is closed', async ({
  page,
}) => {
  const { agentId } = await makeAgent(page, 'request', 'requestsOnly');
  await listen(page);
  await openApp(page);
  await page.getByRole('heading', { name: 'Agents' }).click();
  await visit(page, agentId, 'vera@example.com');
  const shown = toast(page, 'A visitor asks to be contacted');
  await expect(shown).toBeVisible();
  const since = Date.now();
  await expect(shown).toContainText('vera@example.com, Harbour Bikes');
  await expect.poll(async () => (await chimes(page)).length).toBe(2);
  const [first = 0, second = 0] = await chimes(page);
  expect(second - first).toBeGreaterThan(1_800);
  expect(second - first).toBeLessThan(3_000);
  await expect(shown).toBeHidden({ timeout: 40_000 });
  expect(Date.now() - since).toBeGreaterThan(4_000);
  expect(Date.now() - since).toBeLessThan(20_000);

  // Seen: another page does not show it again, and it stands in the list.
  await openApp(page);
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread');
  await expect(toast(page, 'A visitor asks to be contacted')).toHaveCount(0);
  await bell(page).click();
  await panel(page)
    .getByRole('button', { name: /^A visitor asks to be contacted/ })
    .click();
  await expect(page).toHaveURL(/\/inbox\?chat=cnv_/);
  // An address is no message.
  await expect(page.getByRole('region', { name: 'Left an email address' })).toContainText('vera@example.com');
  // It counts, here as in the inbox, until it is closed; who has looked at it is led to where it stands.
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread');
  await bell(page).click();
  await expect(panel(page).getByRole('heading', { name: '1 open request' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Open the inbox' }).click();
  await expect(page).toHaveURL(/\/inbox$/);
  await page.goBack();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('a request goes from the screen once somebody takes it over', async ({ page }) => {
  const { owner, agentId } = await makeAgent(page, 'claimed', 'requestsOnly');
  await openApp(page);
  const chat = await visit(page, agentId, 'vera@example.com');
  const shown = toast(page, 'A visitor asks to be contacted');
  // Under the mouse it would stay.
  await shown.hover();
  await owner.call('post', `/v2/workspaces/${owner.uid}/inbox/${chat}/claim`, {});
  await expect(shown).toBeHidden();
});

test('a new conversation is told of to whoever wants everything, once in all windows', async ({ page, context }) => {
  const { agentId } = await makeAgent(page, 'all', 'all');
  const other = await context.newPage();
  for (const window of [page, other]) await listen(window);
  await openApp(page);
  // The second window hears of it by the first one's stream.
  await other.goto(`${server.origin}/app/na/agents`);
  await expect(bell(other)).toBeVisible();
  const titles: string[] = [];
  for (const window of [page, other])
    void toast(window, 'New conversation')
      .waitFor({ timeout: 12_000 })
      .then(() => titles.push('shown'))
      .catch(() => titles.push('not shown'));
  await visit(page, agentId);
  await expect(bell(page)).toHaveAccessibleName('Notifications: 1 unread');
  await expect(bell(other)).toHaveAccessibleName('Notifications: 1 unread');
  await expect.poll(() => titles.length, { timeout: 40_000 }).toBe(2);
  expect(titles.sort()).toEqual(['not shown', 'shown']);
});

test('what is wanted is chosen in the panel, and kept', async ({ page }) => {
  const { agentId } = await makeAgent(page, 'choose', 'all');
  await openApp(page);
  await visit(page, agentId);
  await bell(page).click();
  await expect(panel(page).getByText('New conversation')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Notification settings' }).click();
  await panel(page).getByRole('radio', { name: 'Nothing' }).click();
  await expect(panel(page).getByRole('radio', { name: 'Nothing' })).toBeChecked();
  await expect(toast(page, 'Notification settings saved.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Back to the notifications' }).click();
  await expect(panel(page).getByText('There is nothing new.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.reload();
  await bell(page).click();
  await panel(page).getByRole('button', { name: 'Notification settings' }).click();
  await expect(panel(page).getByRole('radio', { name: 'Nothing' })).toBeChecked();
});

test('all are marked as read at once', async ({ page }) => {
  const { agentId } = await makeAgent(page, 'read', 'all');
  await openApp(page);
  for (let n = 0; n < 7; n += 1) await visit(page, agentId);
  // The latest five of a level.
  await expect(bell(page)).toHaveAccessibleName('Notifications: 5 unread');
  await bell(page).click();
  await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(panel(page).getByText('There is nothing new.')).toBeVisible();
});

test('the panel measures 350 x 500 and has no serious fault, in both schemes, wide and narrow', async ({ page }) => {
  const { agentId } = await makeAgent(page, 'panel', 'all');
  await openApp(page);
  await visit(page, agentId, 'vera@example.com');
  await expect(bell(page)).toHaveAccessibleName('Notifications: 2 unread');
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['dark', 360],
    ['light', 360],
  ] as const) {
    const look = `${colorScheme}, ${width} px`;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await bell(page).click();
    await expect(panel(page).getByRole('button', { name: /^A visitor asks/ })).toBeVisible();
    const box = await panel(page).boundingBox();
    // At the bell, under the top bar.
    if (width > 400) expect(box).toMatchObject({ x: 914, y: 56, width: 350, height: 500 });
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800);
    expect(await seriousFaults(page), look).toEqual([]);
    await panel(page).getByRole('button', { name: 'Notification settings' }).click();
    await expect(panel(page).getByRole('radio', { name: 'Nothing' })).toBeVisible();
    expect(await seriousFaults(page), `${look}, settings`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  }
});
