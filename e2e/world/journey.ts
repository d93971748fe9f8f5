import { basename } from 'node:path';
import { test as base } from '@playwright/test';
import { startFontSource } from '../../server/test/harness/font-source.ts';
import { type BicycleShop, startBicycleShop } from './bicycle-shop.ts';
import { type PayingServer, startPayingServer } from './paying-server.ts';
import { type RunningServer, startServer } from './server.ts';

type OfWorker = { shop: BicycleShop; shared: RunningServer; paying: PayingServer };

/**
 * The `test` of every journey. Those that need nothing of a server but that it is there share one with the other specs of their
 * worker: starting and warming one was a fifth of all processor time. Each makes people and hosts of its own on it. After a
 * failure Playwright begins a new worker, with a new server. A spec with another `test` would end the worker, too.
 */
export const test = base.extend<{ tidiness: void }, OfWorker>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startBicycleShop();
      await use(shop);
      await shop.close();
    },
    { scope: 'worker' },
  ],
  shared: [
    async ({ shop }, use) => {
      const fonts = await startFontSource();
      const environment = { OUTBOUND_ALLOW_SITES: `${shop.hostAndPort},${fonts.pair}`, FONT_SOURCE_URL: fonts.url };
      const server = await startServer({ environment });
      await use(server);
      await server.dispose();
      await fonts.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** The same for those who pay. What a test makes the provider do is over when the test is; its clock is nobody's to turn. */
  paying: [
    async ({ browserName: _ }, use) => {
      const server = await startPayingServer();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** Pages that a test leaves open go on working beside the tests after it. */
  tidiness: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      );
    },
    { auto: true },
  ],
});

/** An address that no other spec's person has. */
export const addressFor = (name: string) => `${name}.${basename(test.info().file, '.spec.ts')}@example.com`;
