import { expect } from '@playwright/test';
import { seriousFaults } from '../world/axe.ts';
import { addressFor, test } from '../world/journey.ts';
import { createAgent, signUpOwner } from '../world/owner-api.ts';
import type { RunningServer } from '../world/server.ts';

// A server without a mail provider, on a developer's own machine: mails are read where they were written.

let server: RunningServer;

test.beforeAll(async ({ shared }) => {
  server = shared;
});

test('a link is asked for, found in the outbox and used, with no mail provider anywhere', async ({ page, request }) => {
  const dev = addressFor('dev');
  await page.goto(`${server.origin}/login`);
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  await page.getByLabel('Email').fill(dev);
  await page.getByRole('button', { name: 'Email me a link' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'This server sends no mail. Read it in the outbox.' }).click();
  const outbox = await opening;
  // The newest stands first; others on this server may have asked, too.
  await outbox
    .getByRole('link', { name: /^Your sign-in link/ })
    .first()
    .click();
  await expect(outbox.getByText(`To ${dev}`)).toBeVisible();
  const mail = outbox.frameLocator('iframe');
  await expect(mail.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
  expect(await seriousFaults(outbox)).toEqual([]);
  await outbox.getByText('Text', { exact: true }).click();
  await expect(outbox.locator('pre')).toContainText('/magic-link?region=na#token=');
  await outbox.getByText('Preview', { exact: true }).click();
  const following = outbox.waitForEvent('popup');
  await mail.getByRole('link', { name: 'Sign in', exact: true }).click();
  const followed = await following;
  await followed.getByRole('button', { name: 'Sign in' }).click();
  await expect(followed).toHaveURL(/\/onboarding/);

  const throughProxy = await request.get(`${server.origin}/api/na/outbox`, {
    headers: { 'x-forwarded-for': '198.51.100.7' },
  });
  expect(throughProxy.status()).toBe(404);
});

test('a mail that no request asked for leads to this machine, too', async ({ playwright }) => {
  const browser = await playwright.request.newContext();
  const mara = addressFor('mara');
  const owner = await signUpOwner(browser, server.origin, mara);
  const agentId = await createAgent(owner, 'Harbour Bikes', 'An electric bike costs 28 euros a day.');
  await owner.call('post', `/v2/agents/${agentId}/publish`, {});
  const chats = `${server.origin}/api/na/public`;
  const started = await (await browser.post(`${chats}/agents/${agentId}/conversations`, { data: {} })).json();
  const headers = { authorization: `Bearer ${started.visitorToken}` };
  const left = { headers, data: { email: 'ida@example.com', message: 'Please call me.' } };
  expect((await browser.post(`${chats}/conversations/${started.conversationId}/contact`, left)).ok()).toBe(true);
  const findMail = async () => {
    const { items } = await owner.call('get', '/outbox');
    return items.find(({ to, subject }: { to: string; subject: string }) => to === mara && /visitor/.test(subject));
  };
  await expect.poll(findMail, { timeout: 30_000 }).toBeTruthy();
  const { text } = await owner.call('get', `/outbox/${(await findMail()).id}`);
  expect(text).toContain(`${server.origin}/app/na/`);
  await browser.dispose();
});
