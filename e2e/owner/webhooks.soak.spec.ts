import { expect, type Page } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { test } from '../world/journey.ts';
import { LOOKS_WITHIN } from '../world/looks.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import { type RunningServer, startServer } from '../world/server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';

// The developer: an endpoint is told of what happens, verifies it with the reference library, fails, and gets it again.

let server: RunningServer;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;

test.beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startServer({ environment: { OUTBOUND_ALLOW_SITES: receiver.pair } });
});
test.afterAll(async () => {
  await server?.dispose();
  receiver?.close();
});
test.beforeEach(() => {
  receiver.received.length = 0;
  receiver.answerWith(200);
});

const openEvents = (page: Page, query = '') => page.goto(`${server.origin}/app/na/events${query}`);
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: name }).first();

async function addEndpoint(page: Page): Promise<string> {
  await openEvents(page);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your signing secret' });
  const secret = await dialog.getByRole('textbox').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return secret;
}

test('from no endpoint to a verified event', async ({ page }) => {
  await signUpOwner(page.request, server.origin, 'dev@example.com');
  await page.goto(`${server.origin}/app/na/agents`);
  await page.getByRole('button', { name: 'Utilities' }).click();
  await page.getByRole('link', { name: 'Events' }).click();
  await expect(page.getByText('Events are not sent anywhere yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Add endpoint' }).click();

  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(page.getByText('Please enter the address of your endpoint.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/events');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  // At the field alone: no card and no notice says it again.
  await expect(page.getByText('Please enter a public https address.')).toHaveCount(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Events are not sent anywhere yet.')).toBeVisible();

  const secret = await addEndpoint(page);
  expect(secret).toMatch(/^whsec_/);
  await expect(page.getByText(secret)).toHaveCount(0);
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible();

  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(row(page, 'Test')).toContainText('Delivered');
  await expect(page.getByRole('status').filter({ hasText: 'Test event delivered.' })).toBeVisible();
  expect(receiver.verifyLast(secret)).toMatchObject({ type: 'test', payload: { workspaceSecret: secret } });

  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your signing secret' });
  const next = await dialog.getByRole('textbox').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/The old secret is valid until/)).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect.poll(() => receiver.received.length).toBe(2);
  for (const known of [secret, next]) expect(receiver.verifyLast(known)?.type).toBe('test');
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/api/docs#events');
  receiver.answerWith(503);
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('dialog', { name: 'Delivery' }).getByText('Answered 503').first()).toBeVisible();
});

test('a failed event is seen live, opened, and replayed under its own id', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'ops@example.com');
  const secret = await addEndpoint(page);
  receiver.answerWith(503);
  const id = await createAgent(owner, 'Harbour Bikes', 'Open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  // Nobody reloads: the signal of the delivery does.
  await expect(row(page, 'An agent was published')).toContainText('Pending');
  await expect(page.getByText('Events are not getting through.')).toBeVisible();
  await row(page, 'An agent was published').getByRole('button').click();
  await expect(page).toHaveURL(/delivery=msg_/);
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await expect(drawer.getByText('Answered 503').first()).toBeVisible();
  await expect(drawer.getByText('Not now').first()).toBeVisible();
  await expect(drawer.getByText('"workspaceSecret": "whsec_****"')).toBeVisible();
  await expect(drawer.getByText(secret.slice(6, 20))).toHaveCount(0);
  receiver.answerWith(200);
  await drawer.getByRole('button', { name: 'Replay' }).click();
  await expect(drawer.getByText('Delivered')).toBeVisible();
  await expect(drawer.getByText('Thank you')).toBeVisible();
  expect(new Set(receiver.received.map((one) => one.id)).size).toBe(1);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Events are not getting through.')).toBeHidden();
});

test('a paused endpoint says so; what was missed is sent when it is resumed', async ({ page }) => {
  const owner = await signUpOwner(page.request, server.origin, 'pause@example.com');
  await addEndpoint(page);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('The endpoint is paused.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test event' })).toBeDisabled();
  const id = await createAgent(owner, 'Harbour Bikes', 'Open from nine to five.');
  await owner.call('post', `/v2/agents/${id}/publish`, {});
  await expect(row(page, 'An agent was published')).toContainText('Failed');
  await openEvents(page, '?state=delivered');
  await expect(page.getByText('No delivery matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(row(page, 'An agent was published')).toContainText('Delivered');
  expect(receiver.received.length).toBe(1);
});

test('changes are saved by the bar, and an endpoint can be removed', async ({ page }) => {
  await signUpOwner(page.request, server.origin, 'change@example.com');
  await addEndpoint(page);
  await page.getByRole('checkbox', { name: /A client was created/ }).check();
  await expect(page.getByText('There are unsaved changes')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+s');
  await expect(page.getByText('Endpoint saved.').last()).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: /A client was created/ })).toBeChecked();
  await page.getByRole('button', { name: 'Remove endpoint' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove endpoint' }).click();
  await expect(page.getByText('Events are not sent anywhere yet.')).toBeVisible();
});

test('a call that fails tells so, keeps what was entered, and works when it is tried again', async ({ page }) => {
  await signUpOwner(page.request, server.origin, 'fails@example.com');
  await addEndpoint(page);
  await expect(page.getByRole('status').filter({ hasText: 'Endpoint saved.' })).toHaveCount(0);
  let isBroken = true;
  const body = { code: 'internal', message: 'Something went wrong. Please try again.', requestId: 'req-1' };
  await page.route('**/webhook{,/test,/pause,/secret}', (route) =>
    isBroken && route.request().method() === 'POST' ? route.fulfill({ status: 500, json: body }) : route.continue(),
  );
  await page.getByRole('textbox', { name: 'Address' }).fill(`${receiver.url}/two`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Failed to save endpoint.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(`${receiver.url}/two`);
  await page.getByRole('button', { name: 'Send test event' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to send the test event.' });
  await expect(failure).toBeVisible();
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(page.getByText('Failed to pause the endpoint.')).toBeVisible();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByText('Failed to rotate the secret.')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  for (const claim of ['Endpoint saved.', 'Test event', 'Endpoint paused.'])
    await expect(page.getByRole('status').filter({ hasText: claim })).toHaveCount(0);
  expect(receiver.received).toEqual([]);
  isBroken = false;
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, 'Test')).toContainText('Delivered');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('All changes saved')).toBeVisible();
});

for (const { scheme: colorScheme, width } of LOOKS_WITHIN)
  test(`no serious fault of accessibility, ${colorScheme}, ${width} px, left to right and right to left`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await signUpOwner(page.request, server.origin, `axe-${colorScheme}-${width}@example.com`);
    await openEvents(page);
    await expect(page.getByText('Events are not sent anywhere yet.')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await addEndpoint(page);
    receiver.answerWith(500);
    await page.getByRole('button', { name: 'Send test event' }).click();
    // Its result opens by itself.
    await expect(page.getByRole('dialog', { name: 'Delivery' }).getByText('Not now')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await page.evaluate(() => localStorage.setItem('language', 'ar'));
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('dialog').getByText('Not now')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });
