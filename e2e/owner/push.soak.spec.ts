import { expect } from '@playwright/test';
import { test } from '../world/journey.ts';

// Messages of the system are shown by the whole Chromium alone.
const wholeChromium = { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: ['--no-sandbox'] };

test('a push message becomes a message of the system', async ({ playwright, shared: server }) => {
  // By its own hand: a worker with another browser would be another worker.
  const browser = await playwright.chromium.launch(wholeChromium);
  const context = await browser.newContext();
  const page = await context.newPage();
  await context.grantPermissions(['notifications'], { origin: server.origin });
  await page.goto(`${server.origin}/login`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/assets/push-worker-1.js');
  });
  const client = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await client.send('ServiceWorker.enable');
  const registrationId = await registered;
  const data = JSON.stringify({
    id: 'ntf_1',
    title: 'A visitor asks for a person',
    body: 'vera@example.com',
    url: '/',
  });
  await client.send('ServiceWorker.deliverPushMessage', { origin: server.origin, registrationId, data });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/assets/push-worker-1.js');
      const found = (await registration?.getNotifications()) ?? [];
      return found.map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect.poll(shown).toEqual([{ title: 'A visitor asks for a person', body: 'vera@example.com', tag: 'ntf_1' }]);
  await browser.close();
});
