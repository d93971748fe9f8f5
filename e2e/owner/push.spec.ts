import { expect, test } from '@playwright/test';
import { type RunningServer, startServer } from '../world/server.ts';

// Messages of the system are shown by the whole Chromium alone.
test.use({
  launchOptions: { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args: ['--no-sandbox'] },
});

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(() => server?.dispose());

test('a push message becomes a message of the system', async ({ page, context }) => {
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
});
